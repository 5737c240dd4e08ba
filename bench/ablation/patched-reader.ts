import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { FoldReaders } from "../recognition/fold-readers.ts";
import { FOLDS, foldOf } from "../sketches.ts";
import { RULES, type Rule } from "./rules.ts";

/** Where copies of `core` lie while they are used: in the project, so that they find its packages. */
const COPIES = ".cache/bench";

/** Readers whose rules can be left out. */
export interface PatchedReaders extends FoldReaders {
  /** The rules that changed something since the last call of `leaveOut`. */
  readonly fired: ReadonlySet<string>;
  /** From now on all rules count but this one. */
  leaveOut(rule: string | null): void;
}

/**
 * Readers of a copy of `core` in which each rule asks whether it counts: nothing of it is in the product.
 *
 * @throws {Error} if the code of a rule is not as `RULES` has it.
 */
export async function openPatchedReaders(folds: string): Promise<PatchedReaders> {
  mkdirSync(COPIES, { recursive: true });
  const copy = mkdtempSync(`${COPIES}/core-`);
  cpSync("core", copy, { recursive: true, filter: (path) => !path.includes("testdata") && !path.endsWith(".test.ts") });
  for (const rule of RULES) patch(copy, rule);
  const fired = new Set<string>();
  let without: string | null = null;
  Object.assign(globalThis, {
    ruleCounts: (name: string) => {
      fired.add(name);
      return name !== without;
    },
  });
  const { openPageReader } = (await import(pathToFileURL(resolve(copy, "read-page.ts")).href)) as Pick<
    typeof import("../../core/read-page.ts"),
    "openPageReader"
  >;
  const open = (folder: string) => openPageReader({ models: pathToFileURL(`${resolve(folder)}/`) });
  const base = await open("models");
  const strangers = await Promise.all(Array.from({ length: FOLDS }, (_, fold) => open(`${folds}/${fold}`)));
  return {
    base,
    of: ({ truth }) => strangers[foldOf(truth)] ?? base,
    close: async () => {
      await Promise.all([base, ...strangers].map((reader) => reader.close()));
      rmSync(copy, { recursive: true });
    },
    fired,
    leaveOut: (rule) => {
      fired.clear();
      without = rule;
    },
  };
}

function patch(copy: string, { name, file, text, without }: Rule): void {
  const path = `${copy}/${file}`;
  const code = readFileSync(path, "utf8");
  if (code.split(text).length !== 2) throw new Error(`The rule "${name}" is not in core/${file} as bench has it.`);
  const asked = without.replace(/\bON\b/g, `ruleCounts(${JSON.stringify(name)})`).replace("$", () => text);
  writeFileSync(
    path,
    code.replace(text, () => asked),
  );
}
