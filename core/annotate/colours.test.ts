import { expect, test } from "vitest";
import { PREDICTION_CLASSES } from "../rules/prediction-class.ts";
import { colourParts, PREDICTION_COLOURS } from "./colours.ts";

/** WCAG's relative luminance of a colour. */
function luminance(hex: `#${string}`): number {
  const [red, green, blue] = colourParts(hex).map((part) => {
    const value = part / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

test("colourParts", () => {
  expect(colourParts("#0072b2")).toEqual([0, 114, 178]);
  expect(colourParts("#ffffff")).toEqual([255, 255, 255]);
});

test("every class has a distinct colour with enough contrast on white paper", () => {
  const colours = PREDICTION_CLASSES.map((name) => PREDICTION_COLOURS[name]);
  expect(new Set(colours).size).toBe(PREDICTION_CLASSES.length);
  for (const colour of colours) expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThan(3);
});
