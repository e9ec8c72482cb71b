"""A VNC client that only sets the screen's size (RFB 3.8, RFC 6143, with the extension ExtendedDesktopSize)."""

import socket
import struct

from host.failure import Failure

EXTENDED_DESKTOP_SIZE = -308


def set_desktop_size(path, width, height):
    """Makes the server at the socket `path` resize its screen, as if the monitor had been changed."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(20)
        client.connect(path)
        receive(client, 12)
        client.sendall(b"RFB 003.008\n")
        kinds = receive(client, receive(client, 1)[0])
        if 1 not in kinds:
            raise Failure(f"the VNC server at {path} wants a password")
        client.sendall(b"\x01")
        receive(client, 4)
        client.sendall(b"\x01")
        (length,) = struct.unpack(">20xI", receive(client, 24))
        receive(client, length)
        client.sendall(struct.pack(">BxHi", 2, 1, EXTENDED_DESKTOP_SIZE))
        # After an update request, the server announces the extension. Before that it ignores a new size.
        client.sendall(struct.pack(">BBHHHH", 3, 0, 0, 0, 1, 1))
        receive(client, 4)
        client.sendall(struct.pack(">BxHHBxIHHHHI", 251, width, height, 1, 0, 0, 0, width, height, 0))
        # If the client disconnected at once, the server would drop its messages. So it closes only its sending side, and the
        # server closes the connection when it has read everything.
        client.shutdown(socket.SHUT_WR)
        while client.recv(65536):
            pass


def receive(client, count):
    data = b""
    while len(data) < count:
        more = client.recv(count - len(data))
        if not more:
            raise Failure("the VNC server has hung up")
        data += more
    return data
