"""A network in training: its weights, their running mean, which is what is shipped, and the optimiser."""

from __future__ import annotations

import torch
from torch import nn

# Share of the running mean that a step keeps; less in the first steps.
KEPT = 0.998


class Trainee:
    def __init__(self, net: nn.Module, rate: float, device: str):
        self.net, self.rate, self.steps = net.to(device, memory_format=torch.channels_last).train(), rate, 0
        self.mean = {name: value.clone() for name, value in net.state_dict().items()}
        decay = [parameter for parameter in net.parameters() if parameter.ndim > 1]
        plain = [parameter for parameter in net.parameters() if parameter.ndim <= 1]
        groups = [{"params": decay, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0}]
        self.optimiser = torch.optim.AdamW(groups, fused=device != "cpu")
        self.seen: dict[str, float] = {}

    def step(self, loss: torch.Tensor, share: float, figures: dict[str, torch.Tensor]) -> None:
        """One step down the loss with this share of the learning rate; `figures` go into their running means."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * share
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.steps += 1
        keep = min(KEPT, (1 + self.steps) / (10 + self.steps))
        state = self.net.state_dict()
        floating = [name for name, value in state.items() if value.dtype.is_floating_point]
        with torch.no_grad():
            torch._foreach_lerp_([self.mean[name] for name in floating], [state[name] for name in floating], 1 - keep)
        for name, value in figures.items():
            self.seen[name] = 0.9 * self.seen.get(name, float(value)) + 0.1 * float(value)

    def state_dict(self) -> dict:
        return {"net": self.net.state_dict(), "mean": self.mean, "optimiser": self.optimiser.state_dict(), "steps": self.steps}

    def load_state_dict(self, state: dict) -> None:
        self.net.load_state_dict(state["net"])
        for name, value in state["mean"].items():
            self.mean[name].copy_(value)
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps = state["steps"]
