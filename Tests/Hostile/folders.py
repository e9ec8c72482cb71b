"""Folders of pages that are built to hurt: links, pipes, names, sizes, and files that change at the wrong moment. Each case gets the
kiosk's folder, in which home.md and kiosk.toml lie, and returns nothing. The folder is restored afterwards."""

import os
import shutil
import socket


def write(folder, name, data):
    path = os.path.join(os.fsencode(folder), os.fsencode(name))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)


def settings(text):
    return lambda folder: write(folder, "kiosk.toml", text)


def link(target, name):
    return lambda folder: os.symlink(target, f"{folder}/{name}")


def pipe(name):
    def make(folder):
        if os.path.exists(f"{folder}/{name}"):
            os.remove(f"{folder}/{name}")
        os.mkfifo(f"{folder}/{name}")
    return make


def local_socket(folder):
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(f"{folder}/socket.md")


def many_files(folder):
    for number in range(10_100):
        write(folder, f"many/p{number}.md", "# P\n")


def deep(folder):
    path = folder
    for _ in range(150):
        path += "/d"
        os.mkdir(path)
    write(path, "deep.md", "# Deep\n")


def big_pages(folder):
    for number in range(400):
        write(folder, f"big/p{number}.md", "# Big\n\n" + "text " * 10_000)


def linked_pages(folder):
    write(folder, "hostile.md", "# All\n\n" + "".join(f"[p](l/p{n}.md)\n\n" for n in range(600)))
    for number in range(600):
        write(folder, f"l/p{number}.md", f"# P{number}\n\n[home](../home.md)\n")


def storm(folder):
    for number in range(500):
        write(folder, "hostile.md", f"# Version {number}\n")


def half(folder):
    with open(f"{folder}/home.md", "rb") as file:
        data = file.read()
    write(folder, "home.md", data[:3])


def replaced_by_folder(folder):
    os.remove(f"{folder}/home.md")
    os.mkdir(f"{folder}/home.md")


def emptied(folder):
    for name in os.listdir(folder):
        path = f"{folder}/{name}"
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)


def unreadable(folder):
    os.chmod(f"{folder}/home.md", 0)


def named(name):
    return lambda folder: write(folder, name, "# Named\n")


def similar_names(folder):
    """Thousands of files, and links to others that are called nearly the same."""
    for number in range(9000):
        write(folder, f"{number:04}" + "a" * 200 + ".png", "")
    for page in range(20):
        names = (f"{(page * 300 + number) % 9000:04}" + "b" * 100 + "a" * 100 + ".png" for number in range(290))
        write(folder, f"similar-{page}.md", "\n\n".join(f"![a]({name})" for name in names))


def missing_pages(folder):
    """More faults than anyone reads."""
    for page in range(200):
        write(folder, f"missing-{page}.md", "[a](b.md) " * 1700)


FOLDERS = {
    "a link to /etc/passwd": link("/etc/passwd", "hostile.md"),
    "a link to the state": link("/var/lib/bezel/pin-tries", "hostile.md"),
    "a link to itself": link("hostile.md", "hostile.md"),
    "a link to a folder above": link("..", "above"),
    "a link to the root": link("/", "root"),
    "a link to /dev/zero": link("/dev/zero", "hostile.md"),
    "a link as settings": lambda folder: (os.remove(f"{folder}/kiosk.toml"), os.symlink("/etc/passwd", f"{folder}/kiosk.toml")),
    "a link to nothing": link("/nowhere", "hostile.md"),
    "a pipe as a page": pipe("hostile.md"),
    "a pipe as the start page": pipe("home.md"),
    "a pipe as settings": pipe("kiosk.toml"),
    "a pipe as a picture": lambda folder: (pipe("a.png")(folder), write(folder, "hostile.md", "# P\n\n![a](a.png)\n")),
    "a socket as a page": local_socket,
    "a folder as a picture": lambda folder: (os.mkdir(f"{folder}/a.png"), write(folder, "hostile.md", "# P\n\n![a](a.png)\n")),
    "a folder as the start page": replaced_by_folder,
    "10,100 pages": many_files,
    "150 folders in each other": deep,
    "400 pages of 50 kB": big_pages,
    "600 links to 600 pages": linked_pages,
    "500 changes at once": storm,
    "three bytes of the start page": half,
    "no start page": lambda folder: os.remove(f"{folder}/home.md"),
    "an empty start page": lambda folder: write(folder, "home.md", ""),
    "an empty folder": emptied,
    "9,000 similar names": similar_names,
    "200 pages of 1,700 missing links": missing_pages,
    "names that turn a line": lambda folder: [write(folder, f"a{sign}b.md", "# N\n") for sign in "\u202e\u2066\u2067\u200f"],
    "no folder": shutil.rmtree,
    "a name with a line feed": named("a\nnotice bezel: ready.md"),
    "a name with an escape": named("\x1b[2Ja.md"),
    "a name that is no UTF-8": named(b"\xff\xfe.md"),
    "a name of 255 bytes": named("n" * 252 + ".md"),
    "a name of spaces": named("   .md"),
    "a name like an option": named("--help.md"),
    "a name of dots": named("...md"),
    "names that differ in case": lambda folder: [write(folder, name, "# N\n") for name in ("Home.md", "HOME.md", "home.MD")],
    "names in two normal forms": lambda folder: [write(folder, name, "# N\n") for name in ("\u00e9.md", "e\u0301.md")],
    "1 MB of dotted keys": settings("\n".join("a" + ".b" * 100 + f".c{n} = 1" for n in range(4_500))),
    "100,000 start pages": settings("start = [" + '"home", ' * 100_000 + "]"),
    "start pages that are not there": settings('start = ["nowhere"]'),
    "no start pages": settings("start = []"),
    "settings of the wrong type": settings('start = 3\ntitle = ["a"]\n'),
    "settings with an escape": settings('title = "\\u001B[31m\\n"'),
    "arrays in arrays": settings("a = " + "[" * 30_000),
    "settings of zeros": settings(bytes(60_000)),
    "settings of noise": settings(bytes(range(256)) * 200),
    "one key 60,000 times": settings("start = ['home']\n" * 4_000),
    "an unknown page to attract": settings('start = ["home"]\n[idle]\nattract = "nowhere"\n'),
    "hours that are none": settings('start = ["home"]\n[idle]\nschedule = ["99:99-00:00"]\n'),
    "a time without end": settings('start = ["home"]\n[idle]\nhome-after = "99999999999999999999 s"\n'),
}
