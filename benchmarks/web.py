"""The web server under load: 200 clients at once on loopback.

    .venv/bin/python benchmarks/web.py [SECONDS]

Prints, for each kind of request, how many are answered a second and how long the slowest 1 % take.
The clients are threads of another process, so that they do not share the server's interpreter.
"""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

CLIENTS = 200
KINDS = {
    "a file of the page": ("GET", "/page/styles/board.css", None),
    "a position and its moves": ("GET", "/api/games/noughts/positions/X..-.O.-...", None),
    "a move in a match": ("POST", "/api/match", {"match": "kibitz+noughts;moves+b2", "play": "a1"}),
}


def main(seconds: float) -> int:
    with tempfile.TemporaryDirectory() as cache:
        server = subprocess.Popen(
            [sys.executable, "-m", "kibitz", "web", "--no-browser", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={"KIBITZ_CACHE": cache, "PYTHONPATH": str(Path(__file__).parent.parent / "src")},
        )
        assert server.stdout is not None
        port = int(server.stdout.readline().split("http://127.0.0.1:")[1].split("/")[0])
        failed = 0
        try:
            for words, request in KINDS.items():
                took, wrong = load(port, request, seconds)
                took.sort()
                slowest = took[int(len(took) * 0.99)] if took else float("nan")
                rate = len(took) / seconds
                print(f"{words:<26}{rate:>8,.0f} a second, slowest 1 %: {slowest * 1000:>6,.0f} ms")
                failed += wrong
        finally:
            server.terminate()
            server.wait()
    print(f"{CLIENTS} clients at once, {failed} requests failed")
    return 1 if failed else 0


def load(port: int, request: tuple[str, str, object], seconds: float) -> tuple[list[float], int]:
    """Let every client ask again and again; return how long each answer took, and the failures."""
    took: list[list[float]] = [[] for _ in range(CLIENTS)]
    wrong = [0] * CLIENTS
    until = time.monotonic() + seconds

    def ask(number: int) -> None:
        method, path, said = request
        body = None if said is None else json.dumps(said)
        headers = {"Content-Type": "application/json"} if body else {}
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        while time.monotonic() < until:
            begin = time.perf_counter()
            try:
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                answer.read()
            except OSError:
                wrong[number] += 1
                connection.close()
                continue
            wrong[number] += answer.status != 200
            took[number].append(time.perf_counter() - begin)
        connection.close()

    clients = [threading.Thread(target=ask, args=(number,)) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    return [one for some in took for one in some], sum(wrong)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0))
