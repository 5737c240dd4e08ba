import { count } from "../../core/basics/texts.ts";
import { writeNetlistJson } from "../../core/netlist/formats/json.ts";
import { writeLtspiceAsc } from "../../core/netlist/formats/ltspice-asc.ts";
import { writeVerilog } from "../../core/netlist/formats/verilog.ts";
import type { Netlist } from "../../core/netlist/netlist.ts";
import type { Surroundings } from "../act.ts";
import { CommandFailure, EXIT, type ExitCode } from "../exit-codes.ts";
import { writeWhole } from "../files.ts";
import { requireInputs } from "../inputs/require-inputs.ts";
import { readInputs } from "../reading/read-inputs.ts";

const WRITERS: Readonly<Record<"asc" | "verilog" | "json", (netlist: Netlist) => string>> = {
  asc: writeLtspiceAsc,
  verilog: writeVerilog,
  json: writeNetlistJson,
};

interface NetlistOptions {
  readonly format: keyof typeof WRITERS;
  /** From 1. */
  readonly page: number;
  readonly out?: string;
}

/** `circuitgrade netlist PAGE`: the page's netlist, to stdout or into a file. Its problems are reported on stderr. */
export async function runNetlist(
  path: string,
  options: NetlistOptions,
  { terminal, ...installation }: Surroundings,
): Promise<ExitCode> {
  const files = await requireInputs([path], { terminal });
  requireOne(path, files.length);
  return readInputs(files, { terminal, ...installation, jobs: 1 }, async ({ pages, isInterrupted }) => {
    if (isInterrupted) return EXIT.interrupted;
    requireOne(path, new Set(pages.map(({ file }) => file)).size);
    const page = pages.find(({ result }) => result.page === options.page)?.result;
    if (!page)
      throw new CommandFailure(EXIT.notFound, `${path} has ${count(pages.length, "page")}, no page ${options.page}.`);
    if (!page.reading) throw new CommandFailure(EXIT.nothing, `${path}: ${page.failure?.message ?? "not read"}`);
    const { netlist, problems } = page.reading;
    const text = WRITERS[options.format](netlist);
    if (options.out === undefined) terminal.data(text);
    else await writeWhole(options.out, text);
    for (const { code, message } of problems) terminal.warn(`! ${message} [${code}]`);
    return problems.length > 0 ? EXIT.review : EXIT.ok;
  });
}

/** A folder or a ZIP file may contain several. */
function requireOne(path: string, files: number): void {
  if (files > 1) throw new CommandFailure(EXIT.usage, `${path} contains ${files} files. Name one of them.`);
}
