"""A VNC client that only says how large the screen should be (RFB 3.8, RFC 6143, and its extension ExtendedDesktopSize)."""

import socket
import struct

from host.failure import Failure

EXTENDED_DESKTOP_SIZE = -308


def set_desktop_size(path, width, height):
    """Has the server at the socket `path` give its screen that size. It is as if a monitor had been changed."""
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
        # Asked for once, the server says that it knows the extension: before that it takes no size.
        client.sendall(struct.pack(">BBHHHH", 3, 0, 0, 0, 1, 1))
        receive(client, 4)
        client.sendall(struct.pack(">BxHHBxIHHHHI", 251, width, height, 1, 0, 0, 0, width, height, 0))
        # Who hangs up at once is not listened to any more. The server takes all that was said, and hangs up then.
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
