"""Reads what is written in a box (IEC 60617-12: `&`, `≥1`, `=1`, `1`; or a gate's name) from a 32 x 64 crop.

Output of the net: one logit for each of `LABELS`, the last for everything else that stands in boxes.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from torch import nn

from letter_crops import LetterSource, draw, jitter, wobble
from letters import Strokes, centre_lines, class_of, font_files, path_strokes
from network import Block, unit

# In the order of `GATE_CLASSES`, then a lone 1, which a circle at the output makes a NOT.
LABELS = ["AND", "OR", "NOT", "NAND", "NOR", "XOR", "XNOR", "1", ""]
OTHER = len(LABELS) - 1
ROWS, COLUMNS = 32, 64

# How each is written, and how often.
TEXTS: dict[str, list[tuple[str, float]]] = {
    "AND": [("&", 6), ("AND", 1), ("and", 0.5), ("UND", 0.3)],
    "OR": [("≥1", 4), (">1", 1.5), (">=1", 0.7), ("OR", 1), ("or", 0.5)],
    "NOT": [("NOT", 1), ("not", 0.4), ("INV", 0.3)],
    "NAND": [("NAND", 1), ("nand", 0.4)],
    "NOR": [("NOR", 1), ("nor", 0.4)],
    "XOR": [("=1", 4), ("XOR", 1), ("xor", 0.4), ("EXOR", 0.2)],
    "XNOR": [("XNOR", 1), ("xnor", 0.4), ("=", 0.7), ("EXNOR", 0.1)],
    "1": [("1", 1)],
}
SHARES = np.array([0.18, 0.17, 0.05, 0.06, 0.06, 0.13, 0.06, 0.14, 0.15])

# Other things that stand in boxes: blocks, storage, operators, cells of tables.
OTHERS = (
    "0 2 3 X x D Q T J K S R JK SR RS FA HA VA ADD MUX DEC ALU CLK FF + - * / % <1 =0 2k+1 10 11 01 00 111 x1 A B C Y Z F G1 EN 1D C1 =D"
)
# Signs in units of a character's height, from its left top, with several ways of drawing each.
SIGNS = {
    "&": [
        "M.75 1L.2 .28C.1 .1 .25 0 .38 0C.55 0 .6 .2 .45 .35L.1 .62C-.05 .8 .1 1 .32 1C.55 1 .68 .8 .72 .6",
        "M.7 .55C.62 .85 .45 1 .25 1C0 1 0 .7 .2 .58L.42 .4C.6 .22 .5 0 .33 0C.15 0 .12 .2 .25 .4L.75 1",
        "M.6 .15C.4 -.02 .1 .05 .12 .25C.14 .42 .3 .45 .42 .45C.2 .45 .02 .55 .05 .75C.08 .98 .45 1 .62 .8M.38 -.1L.36 1.1",
        "M.6 .15C.4 -.02 .1 .05 .12 .25C.14 .42 .3 .45 .42 .45C.2 .45 .02 .55 .05 .75C.08 .98 .45 1 .62 .8"
        "M.36 -.12L.36 .06M.36 .92L.36 1.1",
        "M.4 0L.4 .75C.4 1 .05 .95 .08 .7C.1 .5 .5 .5 .75 .5",
        "M.7 1C.4 .7 .15 .4 .15 .2C.15 0 .5 -.05 .5 .18C.5 .4 .05 .5 .05 .78C.05 1.05 .6 1.05 .7 .55",
        "M.7 1L.15 .2L.3 0L.45 .15L.05 .7L.2 1L.4 .95L.7 .55",
        "M.8 .95C.5 .75 .12 .4 .16 .18C.2 -.04 .5 -.02 .48 .2C.46 .4 0 .5 .04 .8C.08 1.04 .5 1.08 .78 .5",
    ],
    ">": ["M0 .1L.6 .42L0 .75", "M0 0L.65 .4L.02 .8", "M.02 .15L.5 .45L0 .78"],
    "≥": ["M0 .05L.6 .35L0 .65M0 .92L.6 .92", "M0 0L.6 .35L.02 .68M.04 .98L.6 .68", "M.02 .1L.55 .4L0 .7M0 .95L.5 1"],
    "1": [
        "M.06 .26L.3 0L.28 1",
        "M.2 0L.18 1",
        "M.05 .3C.2 .2 .26 .1 .3 0L.3 1",
        "M.05 .2L.25 0L.25 1M.02 1L.5 1",
        "M.3 0L.2 1",
        "M.1 0L.16 1",
    ],
    "=": ["M0 .38L.6 .38M0 .62L.6 .62", "M0 .3L.55 .28M.02 .65L.58 .62", "M0 .45L.6 .42M.02 .6L.62 .58"],
    "+": ["M.1 .5L.7 .5M.4 .2L.4 .8"],
    "-": ["M.1 .5L.6 .5"],
    "*": ["M.1 .3L.5 .7M.5 .3L.1 .7M.3 .25L.3 .75"],
    "/": ["M0 1L.45 0"],
    "%": ["M0 1L.5 0M.05 .1L.1 .15M.4 .85L.45 .9"],
    "<": ["M.6 .1L0 .42L.6 .75"],
}


class BoxLabelClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(unit(1, 12, 2), Block(12), unit(12, 24, 2), Block(24), unit(24, 48, 2), Block(48))
        self.out = nn.Linear(48 * 8, len(LABELS))

    def forward(self, x):
        return self.out(nn.functional.avg_pool2d(self.body(x), 2).flatten(1))


class BoxLabelSource:
    """One random crop after another: characters of real drawings, of stroke templates and of fonts, and whole words of fonts."""

    def __init__(self, letters: LetterSource, fonts: Path):
        self.letters, self.rng = letters, letters.rng
        self.printed = font_words(fonts)

    def sample(self) -> tuple[np.ndarray, int]:
        rng = self.rng
        while True:
            cls = int(rng.choice(len(LABELS), p=SHARES))
            strokes = self.other() if cls == OTHER else self.label(LABELS[cls])
            crop = draw(rng, strokes, strays=True, rows=ROWS, columns=COLUMNS)
            if crop is not None:
                return crop, cls

    def label(self, name: str) -> Strokes:
        texts, often = zip(*TEXTS[name], strict=True)
        return self.written(str(self.rng.choice(texts, p=np.array(often) / sum(often))))

    def other(self) -> Strokes:
        rng = self.rng
        chance = rng.random()
        if chance < 0.2:
            return self.letters.reject()
        if chance < 0.35:  # names of pins on both sides, or two lines
            first, second = self.written(self.any_text()), self.written(self.any_text())
            across, down = (rng.uniform(1, 3), rng.normal(0, 0.3)), (rng.normal(0, 0.3), rng.uniform(1.2, 2.5))
            away = np.float32(across if rng.random() < 0.5 else down)
            return first + [stroke + np.vstack(first).max(0) * (away > 1) + away for stroke in second]
        return self.written(self.any_text())

    def any_text(self) -> str:
        rng = self.rng
        if rng.random() < 0.6:
            return str(rng.choice(OTHERS.split()))
        # An I, an L and a 1 are hardly told apart.
        return "".join(rng.choice(list("ABCDEFGHKMNOPQRSTUVWXYZ023456789"), int(rng.integers(1, 5))))

    def written(self, text: str) -> Strokes:
        """A text of height 1 at the origin."""
        rng = self.rng
        fonts = self.printed.get(text, [])
        if fonts and rng.random() < 0.4:
            return jitter(rng, fonts[int(rng.integers(len(fonts)))])
        strokes: Strokes = []
        right = 0.0
        spacing = rng.uniform(-0.02, 0.3)
        small = rng.uniform(0.6, 0.8)
        for place, character in enumerate(text):
            if character in SIGNS and (character != "1" or rng.random() < 0.6):
                own = [wobble(rng, stroke, 0.03) for stroke in template(character, int(rng.integers(len(SIGNS[character]))))]
                own = [(stroke * np.exp(rng.normal(0, 0.12, 2))).astype(np.float32) for stroke in own]
            else:
                own = jitter(rng, self.letters.letter(class_of(character)))
            size = small if character.islower() and character not in "dfhklt" and place > 0 else 1.0
            shift = np.float32([right, 1 - size + rng.normal(0, 0.04)])
            strokes += [(stroke * size + shift).astype(np.float32) for stroke in own]
            right = float(max(stroke[:, 0].max() for stroke in strokes)) + spacing
        return jitter(rng, strokes) if rng.random() < 0.5 else strokes


@cache
def template(sign: str, variant: int) -> Strokes:
    return path_strokes(SIGNS[sign][variant])


def font_words(folder: Path) -> dict[str, list[Strokes]]:
    """The centre lines of every text in every font that has its characters."""
    from PIL import Image, ImageDraw, ImageFont

    cached = folder / "box-labels.npy"
    if cached.exists():
        return np.load(cached, allow_pickle=True).item()
    texts = [text for ways in TEXTS.values() for text, _ in ways] + OTHERS.split()
    found: dict[str, list[Strokes]] = {text: [] for text in texts}
    for path in font_files(folder):
        font = ImageFont.truetype(str(path), 60)
        missing = np.array(font.getmask("\uffff"))
        for text in texts:
            if any(np.array_equal(np.array(font.getmask(character)), missing) for character in text):
                continue
            image = Image.new("L", (60 * len(text) + 120, 160))
            ImageDraw.Draw(image).text((40, 30), text, font=font, fill=255)
            strokes = centre_lines(np.array(image) > 127)
            if strokes:
                found[text].append(strokes)
    np.save(cached, np.array(found, dtype=object), allow_pickle=True)
    return found


def step_of(net, crop, cls):
    """The loss, and for the log the share of crops whose label is right."""
    out = net(crop).float()
    loss = nn.functional.cross_entropy(out, cls, label_smoothing=0.02)
    return loss, {"loss": loss.detach(), "right": (out.argmax(1) == cls).float().mean()}
