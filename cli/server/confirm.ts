import { createInterface } from "node:readline/promises";
import { CommandFailure, EXIT } from "../exit-codes.ts";

interface Confirmation {
  readonly question: string;
  readonly answer: string;
  /** What is said after any other answer. */
  readonly otherwise: string;
}

/** @throws {CommandFailure} unless a person types the answer, also where there is nothing to read from. */
export async function confirm({ question, answer, otherwise }: Confirmation): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.setPrompt(question);
  lines.prompt();
  let typed = "";
  for await (typed of lines) break;
  lines.close();
  if (typed.trim() !== answer) throw new CommandFailure(EXIT.usage, otherwise);
}
