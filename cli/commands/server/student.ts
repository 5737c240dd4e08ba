import type { ResponseOf } from "../../../server/contract/endpoints.ts";
import type { StudentData } from "../../../server/contract/tasks/student-data.ts";
import type { Surroundings } from "../../act.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { callServer, type ServerOptions } from "../../server/call-server.ts";
import { confirm } from "../../server/confirm.ts";
import { saveArchive } from "../../server/save-archive.ts";
import { jsonText } from "../../views/json.ts";
import { studentText } from "../../views/student-text.ts";

interface StudentShowOptions extends ServerOptions {
  readonly json?: boolean;
}

interface StudentExportOptions extends ServerOptions {
  /** The ZIP to write. */
  readonly out: string;
}

interface StudentEraseOptions extends ServerOptions {
  readonly yes?: boolean;
}

/** `circuitgrade student show ID`: what is stored, as numbers. */
export async function runStudentShow(
  id: string,
  { json = false, ...options }: StudentShowOptions,
  { terminal }: Surroundings,
): Promise<ExitCode> {
  const stored = await describe(id, options);
  terminal.data(json ? jsonText(stored) : studentText(stored));
  return EXIT.ok;
}

/** `circuitgrade student export ID --out FILE`: everything about a student as a ZIP. */
export async function runStudentExport(
  id: string,
  { out, ...options }: StudentExportOptions,
  { terminal }: Surroundings,
): Promise<ExitCode> {
  const size = await saveArchive(out, () => callServer("exportAnyStudent", { ...options, params: { studentId: id } }));
  terminal.say(`${out}: ${Math.max(1, Math.round(size / 1024))} KB. It is personal data: give it to nobody else.`);
  return EXIT.ok;
}

/** `circuitgrade student erase ID`: for good, after a question. */
export async function runStudentErase(
  id: string,
  { yes = false, ...options }: StudentEraseOptions,
  { terminal }: Surroundings,
): Promise<ExitCode> {
  const stored = await describe(id, options);
  terminal.warn(studentText(stored));
  if (!yes) {
    const question = "This cannot be undone. Type the Student ID again to erase it: ";
    await confirm({ question, answer: id, otherwise: "That is another ID. Nothing was erased." });
  }
  const { fingerprint } = stored;
  const response = await callServer("eraseAnyStudent", {
    ...options,
    params: { studentId: id },
    body: { fingerprint },
  });
  const { message } = (await response.json()) as ResponseOf<"eraseAnyStudent">;
  terminal.say(message);
  return EXIT.ok;
}

async function describe(id: string, options: ServerOptions): Promise<StudentData> {
  const response = await callServer("describeAnyStudent", { ...options, params: { studentId: id } });
  return (await response.json()) as ResponseOf<"describeAnyStudent">;
}
