import { readFileSync } from "node:fs";
import type { CSSOptions } from "vite";

type StylePlugin = NonNullable<Exclude<CSSOptions["postcss"], string | undefined>["plugins"]>[number];

/** The colours of Radix Themes that the web UI imports. */
export const COLOURS = [
  ...readFileSync(new URL("../ui/themes.css", import.meta.url), "utf8").matchAll(/colors\/(\w+)\.css/g),
].map(([, name]) => name!);

/**
 * Leaves out most of Radix Themes' style: variants of every rule for wider windows (no component here has props that
 * depend on the window), accents of colours that are not imported, a second value of each colour for screens that show
 * more than sRGB, and typefaces: the web UI has its own. A page is not shown before its whole style is there.
 */
export function usedStyle(): StylePlugin {
  return {
    postcssPlugin: "used-style",
    Rule(rule) {
      if (rule.selectors.every(isUnused)) rule.remove();
    },
    AtRule: {
      supports(rule) {
        if (rule.params.includes("display-p3")) rule.remove();
      },
      "font-face"(rule) {
        if (rule.some((each) => each.type === "decl" && each.value.includes("(Custom)"))) rule.remove();
      },
    },
    AtRuleExit(rule) {
      if (rule.nodes?.length === 0) rule.remove();
    },
  };
}

function isUnused(selector: string): boolean {
  const [, accent] = /^\[data-accent-color=['"]?(\w+)['"]?\]$/.exec(selector) ?? [];
  return /\.(xs|sm|md|lg|xl)\\:/.test(selector) || (accent !== undefined && !COLOURS.includes(accent));
}
