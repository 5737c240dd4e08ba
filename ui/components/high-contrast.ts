/** The attribute that Radix's prop `highContrast` sets, which its types refuse under `exactOptionalPropertyTypes`. */
export const HIGH_CONTRAST = "rt-high-contrast";
