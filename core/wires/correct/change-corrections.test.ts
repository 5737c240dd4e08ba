import { expect, it } from "vitest";
import { changeCorrections } from "./change-corrections.ts";
import type { WireCorrection } from "./wire-correction.ts";

const cut = (x: number): WireCorrection => ({ kind: "cut", at: { x, y: 0 } });
const [a, b, c, d] = [1, 2, 3, 4].map(cut) as [WireCorrection, WireCorrection, WireCorrection, WireCorrection];

it("changeCorrections: if nobody said anything since, the page has what the person wants, in that order", () => {
  expect(changeCorrections([a, b], { from: [a, b], to: [c, b] })).toEqual([c, b]);
  expect(changeCorrections([], { from: [], to: [] })).toEqual([]);
});

it("changeCorrections: keeps what others added, and does not bring back what they took back", () => {
  expect(changeCorrections([a, c], { from: [a], to: [a, b] })).toEqual([a, c, b]);
  expect(changeCorrections([a, c], { from: [a], to: [] })).toEqual([c]);
  expect(changeCorrections([], { from: [a], to: [a, b] })).toEqual([b]);
  expect(changeCorrections([a, c], { from: [a, b], to: [a, b, d] })).toEqual([a, c, d]);
});

it("changeCorrections: the same change twice is one, whatever the order of the fields", () => {
  const [one, other]: WireCorrection[] = [
    { kind: "invert", pin: { x: 1, y: 2 }, inverted: true },
    { inverted: true, pin: { y: 2, x: 1 }, kind: "invert" },
  ];
  expect(changeCorrections([a, one!], { from: [a], to: [a, other!] })).toEqual([a, one]);
  expect(changeCorrections([a, one!], { from: [other!], to: [] })).toEqual([a]);
  expect(changeCorrections([one!], { from: [], to: [{ ...one!, inverted: false } as WireCorrection] })).toHaveLength(2);
});
