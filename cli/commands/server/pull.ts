import { join } from "node:path";
import { sum } from "../../../core/basics/numbers.ts";
import { count } from "../../../core/basics/texts.ts";
import { foldWords } from "../../../core/page-record/fold.ts";
import { statementsOf } from "../../../core/page-record/from-records.ts";
import { inOrder } from "../../../core/page-record/merge.ts";
import { pullTaskResponse } from "../../../server/contract/tasks/exchange.ts";
import { loadPullNote, PULL_FILES, type PullNote, writePull } from "../../exchange/pull-folder.ts";
import { isOpenToListeners, OPEN_WARNING, taskAddress } from "../../exchange/task-address.ts";
import { CommandFailure, EXIT, type ExitCode } from "../../exit-codes.ts";
import { openApi } from "../../server/open-api.ts";
import { readToken } from "../../server/read-token.ts";
import type { Terminal } from "../../terminal.ts";

interface PullOptions {
  readonly server?: string;
  readonly out: string;
  readonly tokenFile?: string;
}

/**
 * `circuitgrade pull TASK --server URL --out DIR`: fetches a task with its roster and keys, for grading without a
 * network.
 */
export async function runPull(
  task: string,
  options: PullOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  const address = taskAddress(task, options);
  const before = await loadPullNote(options.out);
  if (before !== null && before.task_id !== address.taskId) {
    const message = `${options.out} contains another task, ${before.title}. Name another folder with --out.`;
    throw new CommandFailure(EXIT.usage, message);
  }
  if (isOpenToListeners(address.server)) terminal.warn(OPEN_WARNING);
  const api = openApi({ server: address.server, token: await readToken(options) });
  const pulled = await api.call("pullTask", { taskId: address.taskId, answer: pullTaskResponse });
  const { note, kept } = await writePull(options.out, pulled, { address, before });
  for (const { name, as } of kept) terminal.warn(`${name} was changed since the last pull: it is kept as ${as}`);
  if (pulled.token.scope === "read") {
    terminal.warn("The token may only read: it cannot push grades or check personal templates.");
  }
  const { items } = pulled.task;
  const keys = sum(items.map((item) => item.keys.length));
  terminal.say(
    `${note.title}, ${note.class_name}: ${count(items.length, "item")} with ${count(keys, "key")}, ` +
      `${count(pulled.roster.length, "student")}`,
  );
  const words = pulled.said.map((page) => foldWords(inOrder(statementsOf(page))));
  const corrected = words.filter(({ corrections }) => corrections.length > 0).length;
  const chosen = words.filter(({ choice }) => choice !== null).length;
  if (corrected > 0) terminal.say(`Corrected in the web: ${count(corrected, "page")}`);
  if (chosen > 0) terminal.say(`Readings chosen in the web: ${count(chosen, "page")}`);
  for (const line of nextSteps(options.out, { before, note })) terminal.say(line);
  return EXIT.ok;
}

function nextSteps(out: string, { before, note }: { before: PullNote | null; note: PullNote }): string[] {
  const { task, roster, corrections, note: origin } = PULL_FILES;
  const written = `Written: ${[task, roster, corrections, origin].map((name) => join(out, name)).join(", ")}`;
  if (before === null) {
    const files = `--task ${join(out, task)} --roster ${join(out, roster)} --corrections ${join(out, corrections)}`;
    return [written, `Next: circuitgrade grade PAGES ${files} --out ${out}`];
  }
  if (before.key_version === note.key_version) return [written, "The keys are those of the last pull."];
  return [written, "The keys have changed since the last pull: grade again with --resume, then push."];
}
