"""Serves the model beside it over the chat completions API of OpenAI, for one evaluation.

It listens where the job's rank may: on $MASTER_ADDR at $MASTER_PORT, and answers as the model $SERVE_MODEL.
"""

from __future__ import annotations

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import characters

NAME = os.environ["SERVE_MODEL"]
WEIGHTS = characters.read(Path(__file__).parent / "model.safetensors")


class Handler(BaseHTTPRequestHandler):
    """GET /v1/models and POST /v1/chat/completions."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """List the model."""
        if self.path == "/v1/models":
            self._send(200, {"object": "list", "data": [{"id": NAME, "object": "model"}]})
        else:
            self._send(404, {"error": {"message": f"path is {self.path}; must be /v1/models"}})

    def do_POST(self) -> None:
        """Answer the last message."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path != "/v1/chat/completions" or asked["model"] != NAME:
            self._send(404, {"error": {"message": f"model is {asked.get('model')}; must be {NAME}"}})
            return
        question = asked["messages"][-1]["content"]
        text = characters.answer(WEIGHTS, question, asked.get("max_tokens") or characters.ANSWER_MAX)
        message = {"role": "assistant", "content": text}
        usage = {"prompt_tokens": len(question), "completion_tokens": len(text)}
        self._send(
            200,
            {
                "id": "chatcmpl-1",
                "object": "chat.completion",
                "model": NAME,
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {**usage, "total_tokens": len(question) + len(text)},
            },
        )

    def log_message(self, format: str, *args: Any) -> None:
        """Write no line for each request."""

    def _send(self, status: int, body: object) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    address = os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"])
    print(f"serving {NAME} at {address[0]}:{address[1]}", flush=True)
    ThreadingHTTPServer(address, Handler).serve_forever()
