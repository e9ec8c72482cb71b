"""Workers that take scenarios from a shared queue, each with its own machine."""

import ctypes
import io
import multiprocessing
import multiprocessing.connection
import signal
import sys


class Queue:
    """The queue of scenarios. Each needs a kind of machine: a GPU and an init."""

    def __init__(self, chosen):
        self.chosen, self.waiting = chosen, {}
        self.alone = [name for name in chosen if self.says(name, "ALONE")]
        # Long scenarios come first, but those that leave the machine unusable come last.
        for name in sorted(chosen, key=lambda name: (self.says(name, "ENDS"), -chosen[name][0].LIMIT)):
            if name not in self.alone:
                self.waiting.setdefault(self.kind(name), []).append(name)

    def says(self, name, word):
        return getattr(self.chosen[name][0], word, False)

    def kind(self, name):
        module, gpu = self.chosen[name]
        return gpu, module.INIT

    def take(self, kind, others, is_alone):
        """The next scenario for a worker whose machine has this kind; None if the queue is empty. It prefers scenarios for the
        same kind, and then a kind with much work left that few of `others` have."""
        if not self.waiting:
            return self.alone.pop(0) if self.alone and is_alone else None
        if kind not in self.waiting:
            kind = max(self.waiting, key=lambda kind: self.patience(kind) / (1 + others.count(kind)))
        name = self.waiting[kind].pop(0)
        if not self.waiting[kind]:
            del self.waiting[kind]
        return name

    def patience(self, kind):
        """The total time limit of the queued scenarios for machines of this kind, in seconds."""
        return sum(self.chosen[name][0].LIMIT for name in self.waiting[kind])

    def in_turn(self):
        kind = None
        while name := self.take(kind, [], True):
            kind = self.kind(name)
            yield name


class Worker:
    """A process that runs the scenarios that it receives, and reports whether each passed and what it printed."""

    def __init__(self, number, serve):
        self.scenario, self.kind = None, None
        processes = multiprocessing.get_context("fork")
        self.connection, theirs = processes.Pipe()
        self.process = processes.Process(target=work, args=(number, serve, theirs), daemon=True)
        self.process.start()
        theirs.close()

    def play(self, name, kind):
        self.scenario, self.kind = name, kind
        self.connection.send(name)

    def result(self):
        try:
            return self.connection.recv()
        except EOFError:
            self.process.join()
            return False, f"FAILED  {self.scenario}\n    the worker that ran it has ended\n"


def work(number, serve, connection):
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)

    def report(_name, held):
        connection.send((held, sys.stdout.getvalue()))
        sys.stdout = io.StringIO()

    sys.stdout = io.StringIO()
    try:
        serve(number, iter(connection.recv, None), report)
    except KeyboardInterrupt:
        pass


def play_all(chosen, count, serve):
    """Runs all scenarios with this many workers. Returns the names of those that failed. `serve(number, names, report)` runs in
    each worker: it runs each of `names` and reports whether it passed. Scenarios that must run alone come last."""
    queue, failed = Queue(chosen), []
    if count == 1:
        serve(1, queue.in_turn(), lambda name, held: None if held else failed.append(name))
        return failed
    workers = [Worker(number, serve) for number in range(1, count + 1)]
    while True:
        for worker in workers:
            others = [other for other in workers if other is not worker]
            if not worker.scenario and (name := queue.take(
                    worker.kind, [other.kind for other in others], not any(other.scenario for other in others))):
                worker.play(name, queue.kind(name))
        busy = {worker.connection: worker for worker in workers if worker.scenario}
        if not busy:
            break
        for connection in multiprocessing.connection.wait(busy):
            worker = busy[connection]
            result, text = worker.result()
            print(text, end="", flush=True)
            if not result:
                failed.append(worker.scenario)
            worker.scenario = None
            if worker.process.exitcode is not None:
                workers.remove(worker)
    for worker in workers:
        worker.connection.send(None)
    for worker in workers:
        worker.process.join()
    return failed
