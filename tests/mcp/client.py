"""client.py: a raw MCP client over pipes, and TAP, for the tests here."""
import json
import os
import select
import subprocess
import sys
import time

CURRENT = "2026-07-28"  # each request names its revision
SESSION = "2025-11-25"  # the last revision with a handshake
TOOLS = [
    "save_memory", "get_memories", "search_memories", "read_memories",
    "list_projects",
    "delete_memory", "supersede_memory", "update_memory", "edit_memory",
    "recall",
    "capture", "memory_status",
]
tests = 0
bad = 0


def check(good, text, *what):
    global tests, bad
    tests += 1
    print("%sok %d - %s" % ("" if good else "not ", tests, text))
    if not good:
        bad += 1
        for w in what:
            print("#   %s" % (str(w)[:2000].replace("\n", "\n#   ")))
    sys.stdout.flush()
    return good


def equal(got, want, text):
    return check(got == want, text, "got:      %r" % (got,),
                 "expected: %r" % (want,))


def done():
    print("1..%d" % tests)
    sys.exit(1 if bad else 0)


def children(pid):
    """Processes that have pid as an ancestor."""
    parents = {}
    for d in os.listdir("/proc"):
        if d.isdigit():
            try:
                with open("/proc/%s/stat" % d) as f:
                    rest = f.read().rpartition(")")[2].split()
            except OSError:
                continue
            if rest[0] != "Z":
                parents[int(d)] = int(rest[1])
    found = []
    todo = [pid]
    while todo:
        p = todo.pop()
        for c, parent in parents.items():
            if parent == p:
                found.append(c)
                todo.append(c)
    return found


def alive(pid):
    try:
        with open("/proc/%d/stat" % pid) as f:
            return f.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Server:
    def __init__(self, *args, cwd=None, env=None, stderr=None, program=None):
        e = dict(os.environ)
        e.update(env or {})
        self.errors = open(stderr or os.devnull, "wb")
        self.p = subprocess.Popen(
            [program or "cx-mcp"] + list(args), cwd=cwd, env=e,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.errors)
        self.have = b""
        self.id = 0

    def raw(self, data):
        self.p.stdin.write(data)
        self.p.stdin.flush()

    def send(self, message):
        self.raw(json.dumps(message).encode() + b"\n")

    def line(self, seconds=200):
        """The next line, or None when there is none in time or at the end."""
        end = time.monotonic() + seconds
        while b"\n" not in self.have:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.p.stdout], [], [],
                                              left)[0]:
                return None
            more = os.read(self.p.stdout.fileno(), 65536)
            if not more:
                return None
            self.have += more
        line, self.have = self.have.split(b"\n", 1)
        return line

    def read(self, seconds=200):
        line = self.line(seconds)
        return None if line is None else json.loads(line.decode("utf-8"))

    def ask(self, method, params=None, seconds=200):
        self.id += 1
        m = {"jsonrpc": "2.0", "id": self.id, "method": method}
        if params is not None:
            m["params"] = params
        self.send(m)
        return self.read(seconds)

    def start(self, version=SESSION):
        r = self.ask("initialize", {
            "protocolVersion": version, "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return r

    def call(self, name, arguments=None, seconds=200):
        """The result of a tool; what is not a result raises."""
        r = self.ask("tools/call",
                     {"name": name, "arguments": arguments or {}}, seconds)
        if r is None or "result" not in r:
            raise AssertionError("%s: %r" % (name, r))
        return r["result"]

    def good(self, name, arguments=None, seconds=200):
        """structuredContent of a tool that does what it was asked."""
        r = self.call(name, arguments, seconds)
        if r.get("isError"):
            raise AssertionError("%s: %r" % (name, r))
        return r["structuredContent"]

    def code(self, name, arguments=None):
        """The code of the tool's error, or None."""
        r = self.call(name, arguments)
        if not r.get("isError"):
            return None
        return r["structuredContent"]["error"]["code"]

    def end(self, seconds=200):
        """Closes the input; whether it ended."""
        try:
            self.p.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self.p.wait(seconds)
        except subprocess.TimeoutExpired:
            self.p.kill()
            self.p.wait()
            return False
        return True


def modern(version=CURRENT, **params):
    params["_meta"] = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {}}
    return params
