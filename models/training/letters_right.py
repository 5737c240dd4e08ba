"""How many letters of people whom the letter reader has not seen are read right: `python3 models/training/letters_right.py`.

Three sets: letters of validation drafters' drawings, of the fonts in `OTHER_HANDS`, and MNIST's test digits, each drawn
several times with another pen. `--checkpoint` takes the weights of a training instead of the shipped ones.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from letter_classifier import LetterClassifier, views
from letters import OTHER_HANDS, Strokes, digits, font_letters, hand_file, real_letters
from recorded.sketches import DATA, Selection
from train import WEIGHTS, weights_in


def measure(net: LetterClassifier, letters: list[tuple[int, Strokes]], count: int) -> tuple[float, float]:
    """The share of crops that are right, and the mean of the logarithmic loss; `count` crops of each letter."""
    rng = np.random.default_rng(1)
    right, loss = [], []
    with torch.no_grad():
        for cls, strokes in letters:
            logs = torch.log_softmax(net(views(rng, strokes, count)), 1)
            right += (logs.argmax(1) == cls).tolist()
            loss += (-logs[:, cls]).tolist()
    return float(np.mean(right)), float(np.mean(loss))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, default=Path(".cache/fonts"), help="what letters.py unpacked")
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of drawings")
    parser.add_argument("--checkpoint", type=Path, help="last.pt of a training")
    options = parser.parse_args()
    net = LetterClassifier()
    checkpoint = options.checkpoint and torch.load(options.checkpoint, map_location="cpu", weights_only=True)
    net.load_state_dict(checkpoint["letters"]["mean"] if checkpoint else weights_in(WEIGHTS, "letters"))
    net.eval()
    sets = {
        "drawings": real_letters(Selection("validation", options.data))[0],
        "fonts": font_letters([hand_file(options.fonts, name) for name in OTHER_HANDS]),
        "digits": digits(options.fonts, "t10k"),
    }
    for name, letters in sets.items():
        right, loss = measure(net, letters, 6)
        print(f"{name}: {len(letters)} letters, right {right:.3f}, log loss {loss:.3f}")


if __name__ == "__main__":
    main()
