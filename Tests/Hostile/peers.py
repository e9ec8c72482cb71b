"""Peers of the control socket that do not keep to the protocol. Each case gets a function that opens a connection, and the kiosk's
process."""

import json
import os
import signal
import socket


def send(connect, data):
    with connect() as peer:
        try:
            peer.sendall(data)
            peer.shutdown(socket.SHUT_WR)
            peer.settimeout(20)
            while peer.recv(65536):
                pass
        except OSError:
            pass  # the kiosk may hang up, or leave a peer that says nothing waiting


def says(data):
    return lambda connect, _: send(connect, data if isinstance(data, bytes) else data.encode())


def request(**keys):
    return json.dumps({"bezel": 1, **keys}) + "\n"


def then_leaves(data, count=1):
    def play(connect, _):
        for _ in range(count):
            try:
                with connect() as peer:
                    peer.sendall(data.encode())
            except OSError:
                pass  # as many as the kernel keeps wait already
    return play


def crowd(connect, _):
    peers = []
    try:
        for _ in range(200):
            peer = connect()
            peer.settimeout(0.2)
            peers.append(peer)
    except OSError:
        pass
    for peer in peers:
        peer.close()


def byte_by_byte(connect, _):
    with connect() as peer:
        for byte in request(command="status").encode():
            peer.sendall(bytes([byte]))
        peer.settimeout(20)
        peer.recv(100)


def half_closed(connect, _):
    with connect() as peer:
        peer.sendall(request(command="status").encode())
        peer.shutdown(socket.SHUT_WR)
        peer.settimeout(20)
        peer.recv(100)


def deaf(connect, _):
    with connect() as peer:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        for _ in range(20):
            peer.sendall(request(command="screenshot").encode())


def descriptors(connect, _):
    with connect() as peer:
        socket.send_fds(peer, [request(command="status").encode()], [0] * 100)


def signals(*numbers):
    def play(_, process):
        for number in numbers:
            os.kill(process, number)
    return play


def stopped(_, process):
    os.kill(process, signal.SIGSTOP)
    os.kill(process, signal.SIGCONT)


def asks(count, **keys):
    def play(connect, _):
        for _ in range(count):
            send_and_hear(connect, request(**keys))
    return play


def send_and_hear(connect, text):
    with connect() as peer:
        peer.settimeout(60)
        peer.sendall(text.encode())
        return peer.makefile("rb").readline()


PEERS = {
    "a line of 1 MB": says("a" * 1_000_000),
    "no line feed": says(request(command="status")[:-1]),
    "1,000 line feeds": says("\n" * 1_000),
    "zeros": says(bytes(4_000) + b"\n"),
    "bytes that are no UTF-8": says(b'{"bezel":1,"command":"\xff\xfe"}\n'),
    "objects in objects": says('{"a":' * 600 + "1" + "}" * 600 + "\n"),
    "arrays in arrays": says("[" * 4_000 + "\n"),
    "a huge number": says('{"bezel":' + "9" * 3_000 + "}\n"),
    "a fraction for a version": says('{"bezel":1.5,"command":"status"}\n'),
    "another version": says('{"bezel":2,"command":"status"}\n'),
    "a key twice": says('{"bezel":1,"command":"status","command":"open"}\n'),
    "half a surrogate pair": says('{"bezel":1,"command":"open","page":"\\ud83d"}\n'),
    "a name with a zero": says('{"bezel":1,"command":"open","page":"a\\u0000b"}\n'),
    "a name with a line feed": says(request(command="open", page="a\nnotice bezel: ready")),
    "a long name": says(request(command="open", page="p" * 3_900)),
    "an unknown page": says(request(command="open", page="nowhere")),
    "an unknown command": says(request(command="x" * 1_000)),
    "an unknown screen": says(request(command="status", screen=999)),
    "a negative screen": says(request(command="status", screen=-1)),
    "a negative time": says(request(command="record", last=-5)),
    "an unknown log level": says(request(command="log-level", level="everything")),
    "values of other types": says('{"bezel":1,"command":["status"],"screen":{},"page":null}\n'),
    "HTTP": says("GET / HTTP/1.1\r\nHost: kiosk\r\n\r\n"),
    "100 requests on one connection": says(request(command="status") * 100),
    "requests and hanging up": then_leaves(request(command="screenshot"), 50),
    "recordings and hanging up": then_leaves(request(command="record"), 50),
    "reloads and hanging up": then_leaves(request(command="reload"), 50),
    "half a request and hanging up": then_leaves('{"bezel":1,', 50),
    "200 peers": crowd,
    "a byte at a time": byte_by_byte,
    "a peer that sends no more": half_closed,
    "a peer that does not read": deaf,
    "descriptors": descriptors,
    "SIGUSR1 and SIGUSR2": signals(signal.SIGUSR1, signal.SIGUSR2),
    "SIGPIPE": signals(signal.SIGPIPE),
    "100 SIGHUPs": signals(*[signal.SIGHUP] * 100),
    "SIGWINCH and SIGURG": signals(signal.SIGWINCH, signal.SIGURG, signal.SIGCHLD),
    "SIGSTOP and SIGCONT": stopped,
    "200 pages opened": asks(200, command="open", page="more"),
    "back 100 times": asks(100, command="back"),
    "home 100 times": asks(100, command="home"),
    "blank and wake": lambda connect, _: [send_and_hear(connect, request(command=verb)) for verb in ["blank", "wake"] * 20],
}
