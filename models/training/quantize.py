"""The detector with weights and features in 8 bits: a third of the time on processors that have such instructions.

Weights have 6 bits and a sign, each channel its own scale, so that pairs of products fit into the 16 bits in which
processors without such instructions sum them up. The last layer stays as it is: its logits are compared with thresholds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quant_pre_process, quantize_static

from pages import PageSource
from recorded.sketches import Selection

CROPS = 40
SIDE = 512
SEED = 1


class TrainingCrops(CalibrationDataReader):
    """Crops of training pages, on which the range of each layer's features is measured."""

    def __init__(self, selection: Selection):
        source = PageSource(selection, SEED)
        self.crops: Iterator[np.ndarray] = (source.crop(SIDE)[0] for _ in range(CROPS))

    def get_next(self) -> dict[str, np.ndarray] | None:
        crop = next(self.crops, None)
        return None if crop is None else {"ink": crop.astype(np.float32)[None, None] / 255}


def quantize(path: Path, selection: Selection) -> None:
    """Replaces the detector in `path` by one of 8 bits."""
    with TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(path, prepared, skip_symbolic_shape=True)
        last = [node.name for node in onnx.load(prepared).graph.node if node.op_type == "Conv"][-1]
        quantize_static(
            prepared,
            path,
            TrainingCrops(selection),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[last],
        )
