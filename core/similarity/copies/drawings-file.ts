import { z } from "zod";
import { checkShape, parseJson } from "../../rules/files/parse-json.ts";
import type { RuleIssue } from "../../rules/rule-issue.ts";
import type { LaidOutCircuit } from "../layouts/laid-out-circuit.ts";

/** A drawing in the form that is kept, to be compared with those of later terms. */
export interface KeptDrawing {
  readonly file: string;
  readonly page: number;
  /** Null if it is not known. */
  readonly student_id: string | null;
  readonly item: number | null;
  /** SHA-256 of the file's bytes, hex; empty if it is not known. */
  readonly sha256: string;
  /** A bare template, or a sheet that is no answer: who hand in the same one have copied nothing. */
  readonly blank?: boolean | undefined;
  readonly circuit: Omit<LaidOutCircuit, "id" | "author" | "picture">;
}

const place = z.tuple([z.number(), z.number()]);

/** Places in mm. */
const fileSchema = z.object({
  schema_version: z.literal(1, "schema_version must be 1"),
  drawings: z.array(
    z.object({
      file: z.string(),
      page: z.number().int().min(1),
      student_id: z.string().nullable(),
      item: z.number().int().nullable(),
      sha256: z.string(),
      blank: z.boolean().optional(),
      structure: z.string(),
      nodes: z.array(
        z.object({
          kind: z.enum(["gate", "input", "output"]),
          name: z.string(),
          at: place,
          size: place,
        }),
      ),
      wires: z.array(z.array(place)),
    }),
  ),
});

/** The content of `drawings.json`, for `parseDrawings`, in parts: one for each drawing. */
export function* writeDrawings(drawings: Iterable<KeptDrawing>): Generator<string, void, void> {
  let before = '{"schema_version":1,"drawings":[';
  for (const drawing of drawings) {
    yield before + JSON.stringify(fileDrawing(drawing));
    before = ",";
  }
  yield before === "," ? "]}\n" : `${before}]}\n`;
}

function fileDrawing({
  circuit,
  file,
  page,
  student_id,
  item,
  sha256,
  blank,
}: KeptDrawing): z.infer<typeof fileSchema>["drawings"][number] {
  return {
    file,
    page,
    student_id,
    item,
    sha256,
    ...(blank && { blank }),
    structure: circuit.structure,
    nodes: circuit.nodes.map(({ kind, name, x, y, width, height }) => {
      return { kind, name, at: [x, y], size: [width, height] };
    }),
    wires: circuit.wires.map((wire) => wire.map(({ x, y }) => [x, y])),
  };
}

export type ParsedDrawings =
  | { readonly ok: true; readonly drawings: readonly KeptDrawing[] }
  | { readonly ok: false; readonly issues: readonly RuleIssue[] };

/** Reads a `drawings.json` and collects everything that is wrong with it. */
export function parseDrawings(text: string): ParsedDrawings {
  const json = parseJson(text);
  if (!json.ok) return json;
  const parsed = checkShape(json.value, fileSchema, "drawings-invalid");
  if (!parsed.ok) return parsed;
  const drawings = parsed.value.drawings.map(({ structure, nodes, wires, ...owner }): KeptDrawing => {
    const placed = nodes.map(({ kind, name, at: [x, y], size: [width, height] }) => ({
      kind,
      name,
      x,
      y,
      width,
      height,
    }));
    return {
      ...owner,
      circuit: { structure, nodes: placed, wires: wires.map((wire) => wire.map(([x, y]) => ({ x, y }))) },
    };
  });
  return { ok: true, drawings };
}
