"""Crops of single characters with their class: letters of real drawings, of stroke templates and of fonts, and rejects.

The fonts are Debian packages, unpacked once: `python3 models/training/letters.py --fonts .cache/fonts`
(needs apt-get and dpkg-deb). They are used for training only; none is shipped.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from sketches import DATA, HERE, load_sketches

# Upper and lower case are one class, and so are 0 and O, and 1, I and l. The last one is "no character".
CLASSES = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789", ""]
REJECT = len(CLASSES) - 1
SIDE = 32
# The longer side of a character's box in its crop.
INNER = 26
THRESHOLD = 96

FONT_PACKAGES = """fonts-breip fonts-bwht fonts-comic-neue fonts-dancingscript fonts-dkg-handwriting fonts-dosis
fonts-femkeklaver fonts-humor-sans fonts-jura fonts-kiloji fonts-klee fonts-kristi fonts-lindenhill fonts-nanum-extra
fonts-opendyslexic fonts-quicksand fonts-sil-andika fonts-staypuft fonts-tlwg-purisa-ttf fonts-tomsontalks
fonts-tuffy fonts-yanone-kaffeesatz fonts-cabin fonts-dejavu-core""".split()
FONT_FILES = re.compile(
    r"(Breip|BecauseWe\w+-Regular|ComicNeue-(Light|LightItalic|Italic)|DancingScript-Regular|dkg(It)?|Dosis-Light|Humor-Sans"
    r"|Jura-Light|kiloji(_d|_p)?|KleeOne-Regular|Kristi|LindenHill-Italic|NanumBarunpenR|NanumBrush|NanumPen"
    r"|OpenDyslexic-(Italic|Regular)|Quicksand-Light|Andika-(Italic|Regular)|Purisa(-Oblique)?|TomsonTalks"
    r"|Tuffy(_Italic)?|YanoneKaffeesatz-Light|Cabin-Italic|DejaVuSans)\.(ttf|otf|TTF)$"
)

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
        p = np.array(re.findall(r"-?[\d.]+", rest), np.float32).reshape(-1, 2)
        if command == "M":
            strokes.append([p[0]])
        elif command == "L":
            a = strokes[-1][-1]
            strokes[-1] += [a + (q - a) * t for q in p[:1] for t in (0.25, 0.5, 0.75, 1)]
            for a, b in zip(p, p[1:]):
                strokes[-1] += [a + (b - a) * t for t in (0.25, 0.5, 0.75, 1)]
        else:
            for k in range(0, len(p), 3):
                a, (b, c, d) = strokes[-1][-1], p[k : k + 3]
                for t in np.linspace(0.1, 1, 10):
                    strokes[-1].append(a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t * t * (1 - t) + d * t**3)
    return [np.array(s, np.float32) for s in strokes]


def font_letters(folder: Path) -> list[tuple[int, Strokes]]:
    """The centre lines of each font's letters and digits, so that a pen of any width can draw them."""
    from PIL import Image, ImageDraw, ImageFont

    cached = folder / "centre-lines.npy"
    if cached.exists():
        return list(np.load(cached, allow_pickle=True))
    glyphs = []
    seen = set()
    for path in sorted(folder.rglob("*")):
        if not FONT_FILES.match(path.name) or path.name in seen:
            continue
        seen.add(path.name)
        font = ImageFont.truetype(str(path), 72)
        for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789":
            image = Image.new("L", (160, 160))
            ImageDraw.Draw(image).text((40, 30), character, font=font, fill=255)
            strokes = centre_lines(np.array(image) > 127)
            if strokes:
                glyphs.append((class_of(character), strokes))
    np.save(cached, np.array(glyphs, dtype=object), allow_pickle=True)
    return glyphs


def centre_lines(shape: np.ndarray) -> Strokes:
    """Thins a shape (Zhang and Suen 1984); a short line for each pair of neighbours that are left."""
    ink = np.pad(shape.astype(np.uint8), 1)
    changed = True
    while changed:
        changed = False
        for step in (0, 1):
            n = [np.roll(ink, shift, (0, 1)) for shift in ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))]
            count = sum(n)
            turns = sum((n[k] == 0) & (n[(k + 1) % 8] == 1) for k in range(8))
            first, second = (n[0] * n[2] * n[4], n[2] * n[4] * n[6]) if step == 0 else (n[0] * n[2] * n[6], n[0] * n[4] * n[6])
            gone = (ink == 1) & (count >= 2) & (count <= 6) & (turns == 1) & (first == 0) & (second == 0)
            if gone.any():
                ink[gone] = 0
                changed = True
    return chains({(int(x), int(y)) for y, x in zip(*np.nonzero(ink))})


def chains(pixels: set[tuple[int, int]]) -> Strokes:
    """Neighbouring pixels strung into polylines, from ends and forks first."""
    around = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]
    links = {p: {(p[0] + dx, p[1] + dy) for dx, dy in around} & pixels for p in pixels}
    lines = []
    for start in sorted(pixels, key=lambda p: len(links[p]) == 2):
        while links[start]:
            line = [start]
            while links[line[-1]]:
                here = line[-1]
                ahead = [2 * here[k] - line[-2][k] for k in (0, 1)] if len(line) > 1 else here
                there = min(links[here], key=lambda p: (p[0] - ahead[0]) ** 2 + (p[1] - ahead[1]) ** 2)
                links[here].discard(there)
                links[there].discard(here)
                line.append(there)
            lines.append(np.float32(line)[:: 2 if len(line) > 6 else 1])
    return [line for line in lines if len(line) > 3 or len(lines) < 3]


def real_letters(part: str) -> tuple[list[tuple[int, Strokes]], list[Strokes]]:
    """Characters of real drawings: (those whose name the truth tells, those without).

    A drawing whose labels are as many as its inputs (and outputs) has them in reading order beside its input side; the
    labels' own order was never recorded, so a few percent of the names are wrong: see `letter_classifier.py`.
    """
    truth = {t["id"]: t for t in json.loads((DATA / "truth.json").read_text())}
    named, unnamed = [], []
    for sketch in load_sketches(part, ("gatestudy", "e85", "survey")):
        strokes = [np.asarray(s, np.float32) for s in sketch["strokes"]]
        groups = [
            [strokes[i] for i in shape["strokes"] if len(strokes[i])] for shape in sketch["shapes"] if shape["label"] == "LABEL"
        ]
        groups = [group for group in groups if group]
        names = names_of(groups, truth.get(sketch["id"]))
        for k, group in enumerate(groups):
            characters = split_word(group)
            name = names.get(k)
            if name is not None and len(name) == len(characters) and name.isalnum():
                named += [(class_of(c), own) for c, own in zip(name, characters)]
            elif name is None:
                unnamed += characters
    return named, unnamed


def names_of(groups: list[Strokes], truth: dict | None) -> dict[int, str]:
    if truth is None or not truth["inputs"]:
        return {}
    inputs, outputs = truth["inputs"], [o["name"] for o in truth["outputs"]]
    n = len(inputs)
    if len(groups) not in (n, n + len(outputs)):
        return {}
    centres = np.array([(np.vstack(g).min(0) + np.vstack(g).max(0)) / 2 for g in groups])
    best = None
    for axis in (0, 1):  # inputs at the left, or at the top
        order = np.argsort(centres[:, axis])
        first, rest = order[:n], order[n:]
        slack = np.ptp(centres[first, axis]) / (np.ptp(centres[first, 1 - axis]) + 1e-6)
        if best is None or slack < best[0]:
            best = (slack, first[np.argsort(centres[first, 1 - axis])], rest[np.argsort(centres[rest, 1 - axis])])
    slack, first, rest = best
    if slack > 0.8:
        return {}
    return {**dict(zip(first.tolist(), inputs)), **dict(zip(rest.tolist(), outputs))}


def split_word(group: Strokes) -> list[Strokes]:
    """The strokes of a word by character: those that overlap along x belong together."""
    characters: list[Strokes] = []
    right = -np.inf
    for stroke in sorted(group, key=lambda s: s[:, 0].min()):
        low, high = stroke[:, 0].min(), stroke[:, 0].max()
        if characters and low < right - 0.25 * min(high - low, right - np.vstack(characters[-1])[:, 0].min()) + 0.5:
            characters[-1].append(stroke)
            right = max(right, high)
        else:
            characters.append([stroke])
            right = high
    return characters


def pieces(part: str) -> list[Strokes]:
    """What is no character: bodies of gates and bends of wires."""
    found = []
    for sketch in load_sketches(part, ("gatestudy", "e85", "survey")):
        strokes = [np.asarray(s, np.float32) for s in sketch["strokes"]]
        for shape in sketch["shapes"]:
            own = [strokes[i] for i in shape["strokes"] if len(strokes[i]) > 1]
            # An AND's body is a D, a bubble an O, a straight wire an I: they are left out.
            if own and shape["label"] in ("OR", "NOR", "NAND", "XOR", "WIRE"):
                found.append(own)
    return found


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--fonts", type=Path, required=True, help="folder to unpack the font packages into")
    folder = ap.parse_args().fonts
    folder.mkdir(parents=True, exist_ok=True)
    for package in FONT_PACKAGES:
        subprocess.run(["apt-get", "download", package], cwd=folder, check=True)
    for archive in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", archive.name, "unpacked"], cwd=folder, check=True)
    glyphs = font_letters(folder)
    print(f"{len(glyphs)} characters")


if __name__ == "__main__":
    main()
