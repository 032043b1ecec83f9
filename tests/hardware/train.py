"""A small model trained on a GPU, with dropout: `train.py FOLDER DIE_AT`; at that step it kills itself."""

from __future__ import annotations

import hashlib
import importlib
import os
import signal
import sys
from pathlib import Path
from typing import Any

from muster.checkpoint import Checkpointer

torch: Any = importlib.import_module("torch")  # fetched by who runs this; Muster needs none

STEPS, EVERY = 40, 5


def main(folder: Path, die_at: int) -> None:
    torch.manual_seed(7)
    model = torch.nn.Sequential(
        torch.nn.Linear(512, 1024), torch.nn.GELU(), torch.nn.Dropout(0.2), torch.nn.Linear(1024, 512)
    ).to("cuda", torch.bfloat16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    folder.mkdir(parents=True, exist_ok=True)
    with Checkpointer(folder) as checkpoints:
        step = 0
        if found := checkpoints.resume():
            step = found.step
            model.load_state_dict(found.state["model"])
            optimizer.load_state_dict(found.state["optimizer"])
        print(f"goes on after step {step}")
        while step < STEPS:
            one_step(model, optimizer)
            step += 1
            if step % EVERY == 0:
                state = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
                checkpoints.save(step, state)
            if step == die_at:
                os.kill(os.getpid(), signal.SIGKILL)
    weights = torch.cat([p.detach().flatten() for p in model.parameters()]).view(torch.int16).cpu().numpy()
    print(f"weights {hashlib.sha256(weights.tobytes()).hexdigest()}")


def one_step(model: Any, optimizer: Any) -> None:
    batch = torch.randn(256, 512, device="cuda", dtype=torch.bfloat16)
    loss = (model(batch) - batch.roll(1, 1)).float().square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
