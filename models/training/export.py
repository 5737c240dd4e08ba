"""Writes trained weights as ONNX into models/, checks them against PyTorch, and keeps them in weights/ to go on from.

`python3 models/training/export.py --detector .cache/training/run1/last.pt --gates .cache/training/gates1/last.pt`

The detector is written with 8 bits, which takes training drawings (`--data`) to measure ranges on; `--float32` leaves that out.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

import numpy as np
import torch

from recorded.sketches import add_selection_options, selection_of

MODELS = Path(__file__).resolve().parents[1]
WEIGHTS = Path(__file__).resolve().parent / "weights"


def export(net: torch.nn.Module, name: str, sample: torch.Tensor, axes: dict, folder: Path, key: str = "net") -> None:
    net.eval()
    if folder == MODELS:
        WEIGHTS.mkdir(exist_ok=True)
        torch.save({key: net.state_dict()}, WEIGHTS / f"{Path(name).stem}.pt")
    path = folder / name
    torch.onnx.export(
        net,
        sample,
        str(path),
        input_names=["ink"],
        output_names=["out"],
        dynamic_axes={"ink": axes, "out": axes},
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--detector", type=Path)
    parser.add_argument("--gates", type=Path)
    parser.add_argument("--letters", type=Path)
    parser.add_argument("--circles", type=Path)
    parser.add_argument("--to", type=Path, default=MODELS, help="another folder to write to; the shipped networks fill it up")
    parser.add_argument("--float32", action="store_true", help="the detector as it was trained, not in 8 bits")
    add_selection_options(parser)
    args = parser.parse_args()
    torch.manual_seed(0)
    args.to = args.to.resolve()
    if args.to != MODELS:
        args.to.mkdir(parents=True, exist_ok=True)
        for shipped in MODELS.glob("*.onnx"):
            shutil.copy(shipped, args.to)
    if args.detector:
        from network import Detector

        net = Detector()
        net.load_state_dict(torch.load(args.detector, map_location="cpu")["ema"])
        export(net, "detector.onnx", torch.rand(1, 1, 256, 320), {2: "height", 3: "width"}, args.to, key="ema")
        if not args.float32:
            from quantize import quantize

            quantize(args.to / "detector.onnx", selection_of(args))
    if args.gates:
        from gate_classifier import GateClassifier

        net = GateClassifier()
        net.load_state_dict(torch.load(args.gates, map_location="cpu")["net"])
        export(net, "gates.onnx", torch.rand(3, 1, 64, 64), {0: "count"}, args.to)
    if args.letters:
        from letter_classifier import LetterClassifier

        net = LetterClassifier()
        net.load_state_dict(torch.load(args.letters, map_location="cpu")["net"])
        export(net, "letters.onnx", torch.rand(3, 1, 32, 32), {0: "count"}, args.to)
    if args.circles:
        from circle_finder import CircleFinder

        net = CircleFinder()
        net.load_state_dict(torch.load(args.circles, map_location="cpu")["net"])
        export(net, "circles.onnx", torch.rand(3, 1, 96, 64), {0: "count"}, args.to)


if __name__ == "__main__":
    main()
