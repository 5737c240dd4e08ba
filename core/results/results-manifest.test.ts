import { expect, it } from "vitest";
import { PROGRAM_VERSION } from "../rules/program-version.ts";
import { manifestText, resultsManifest } from "./results-manifest.ts";

const PARTS = { model: "0a1b2c3d4e5f6789", keyVersion: "9f8e7d6c5b4a3210" };

it("contains the settings, including defaults", () => {
  expect(resultsManifest(PARTS)).toEqual({
    program: PROGRAM_VERSION,
    model: PARTS.model,
    key_version: PARTS.keyVersion,
    settings: { threshold: "auto", certainty: 98 },
  });
  expect(resultsManifest({ ...PARTS, threshold: 120, certainty: 90 }).settings).toEqual({
    threshold: 120,
    certainty: 90,
  });
});

it("is put into one line", () => {
  const program = `CircuitGrade ${PROGRAM_VERSION}`;
  expect(manifestText(resultsManifest(PARTS))).toBe(
    `${program} · model 0a1b2c3d4e5f · keys 9f8e7d6c5b4a · certainty 98 %`,
  );
  const other = resultsManifest({ ...PARTS, model: null, threshold: 120, certainty: 99.5 });
  expect(manifestText(other)).toBe(`${program} · keys 9f8e7d6c5b4a · threshold 120 · certainty 99.5 %`);
});
