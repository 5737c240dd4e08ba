"""Writes trained weights as ONNX into models/, checks them against PyTorch, and keeps them in weights/ to go on from.

`python3 models/training/export.py .cache/training/run/last.pt`

The detector is written with 8 bits, which takes training drawings (`--data`) to measure ranges on; `--float32` leaves that out.
"""

from __future__ import annotations

import argparse
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from recorded.sketches import add_selection_options, selection_of
from train import TASKS, WEIGHTS, weights_in

MODELS = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Input:
    """A crop of a network, and the axes whose length may differ, by their names."""

    shape: tuple[int, ...]
    axes: dict[int, str]


INPUTS = {
    "detector": Input((1, 1, 256, 320), {2: "height", 3: "width"}),
    "gates": Input((3, 1, 64, 64), {0: "count"}),
    "circles": Input((3, 1, 96, 64), {0: "count"}),
    "letters": Input((3, 1, 32, 32), {0: "count"}),
    "boxes": Input((3, 1, 32, 64), {0: "count"}),
}


def export(name: str, weights: dict[str, torch.Tensor], folder: Path) -> None:
    net = TASKS[name].make()
    net.load_state_dict(weights)
    net.eval()
    path = folder / f"{name}.onnx"
    sample = torch.rand(*INPUTS[name].shape)
    torch.onnx.export(
        net,
        sample,
        str(path),
        input_names=["ink"],
        output_names=["out"],
        dynamic_axes={"ink": INPUTS[name].axes, "out": INPUTS[name].axes},
        opset_version=17,
        dynamo=False,
    )
    try:
        import onnxruntime
    except ImportError:
        print(f"{path}: {path.stat().st_size} bytes (onnxruntime is not installed: not compared)")
        return
    got = onnxruntime.InferenceSession(str(path)).run(None, {"ink": sample.numpy()})[0]
    with torch.no_grad():
        want = net(sample).numpy()
    print(f"{path}: {path.stat().st_size} bytes, largest difference to PyTorch {np.abs(got - want).max():.2e}")


def averaged(first: dict[str, torch.Tensor], second: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {name: (own + second[name]) / 2 if own.dtype.is_floating_point else own for name, own in first.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path, help="last.pt of a training")
    parser.add_argument("--only", nargs="+", choices=list(TASKS), help="networks to write; without it all in the checkpoint")
    parser.add_argument("--averaged", action="store_true", help="the means of these weights and the shipped ones")
    parser.add_argument("--to", type=Path, default=MODELS, help="another folder to write to; the shipped networks fill it up")
    parser.add_argument("--float32", action="store_true", help="the detector as it was trained, not in 8 bits")
    add_selection_options(parser)
    options = parser.parse_args()
    torch.manual_seed(0)
    folder = options.to.resolve()
    if folder != MODELS:
        folder.mkdir(parents=True, exist_ok=True)
        for shipped in MODELS.glob("*.onnx"):
            shutil.copy(shipped, folder)
    trained = torch.load(options.checkpoint, map_location="cpu", weights_only=True)
    for name in options.only or [name for name in TASKS if name in trained]:
        weights = trained[name]["mean"]
        if options.averaged:
            weights = averaged(weights_in(WEIGHTS, name), weights)
        if folder == MODELS:
            torch.save(weights, WEIGHTS / f"{name}.pt")
        export(name, weights, folder)
        if name == "detector" and not options.float32:
            from quantize import quantize

            quantize(folder / "detector.onnx", selection_of(options))


if __name__ == "__main__":
    main()
