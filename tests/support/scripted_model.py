"""Scripted model: an OpenAI-compatible endpoint on this machine that answers by a function."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Messages = list[dict[str, str]]

USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


def completion(model: str, text: str) -> tuple[str, str]:
    """Return a chat completion and its type."""
    message = {"role": "assistant", "content": text}
    made = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": USAGE,
    }
    return json.dumps(made), "application/json"


def stream(model: str, text: str) -> tuple[str, str]:
    """Return the same as events of a stream, and their type."""
    delta = {"role": "assistant", "content": text}
    head = {"id": "scripted", "object": "chat.completion.chunk", "created": 0, "model": model}
    chunks: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": USAGE},
    ]
    events = [json.dumps(head | chunk) for chunk in chunks] + ["[DONE]"]
    return "".join(f"data: {event}\n\n" for event in events), "text/event-stream"


@contextmanager
def scripted_model(answer: Callable[[Messages], str]) -> Iterator[str]:
    """Serve chat completions; yield the base address. `answer` gets the messages of a chat."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            written = stream if body.get("stream") else completion
            text, kind = written(body["model"], answer(body["messages"]))
            data = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *words: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
