import { spawnSync } from "node:child_process";

/** Programs outside npm that tests use, and what is not tested without them. */
const TOOLS = [
  { command: "iverilog", flag: "-V", covers: "that the exported Verilog simulates to the page's truth table" },
  { command: "yosys", flag: "-V", covers: "that the exported Verilog synthesises" },
  { command: "groff", flag: "--version", covers: "that the man page can be shown" },
];

/**
 * Runs once before the tests: names each missing program and what is not checked without it. With
 * `CIRCUITGRADE_REQUIRE_TOOLS=1` (as `.ci/run` sets it after installing them) a missing one fails the run.
 */
export function setup(): void {
  const missing = TOOLS.filter((tool) => spawnSync(tool.command, [tool.flag]).error !== undefined);
  if (missing.length === 0) return;
  const lines = missing.map((tool) => `  ${tool.command} is needed to check ${tool.covers}`);
  const names = missing.map((tool) => tool.command).join(" ");
  const message = `Missing programs (apt-get install ${names}):\n${lines.join("\n")}`;
  if (process.env.CIRCUITGRADE_REQUIRE_TOOLS === "1") throw new Error(message);
  process.stderr.write(`\n! ${message}\n\n`);
}
