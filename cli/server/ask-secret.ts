import { text } from "node:stream/consumers";
import { CommandFailure, EXIT } from "../exit-codes.ts";

/** Reads a secret: typed without being shown, or the first line of piped input. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/)[0] ?? "";
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  try {
    return await typedLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write("\n");
  }
}

async function typedLine(stdin: NodeJS.ReadStream): Promise<string> {
  let typed = "";
  for await (const chunk of stdin as AsyncIterable<string>) {
    for (const character of chunk) {
      if (character === "\r" || character === "\n") return typed;
      if (character === "\u0003" || character === "\u0004") throw new CommandFailure(EXIT.interrupted, "interrupted");
      if (character === "\u007f" || character === "\b") typed = typed.slice(0, -1);
      else typed += character;
    }
  }
  return typed;
}
