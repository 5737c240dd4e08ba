import type { ExitCode } from "../exit-codes.ts";
import { EXIT } from "../exit-codes.ts";
import { askSecret } from "../server/ask-secret.ts";
import { callServer, type ServerOptions } from "../server/call-server.ts";
import type { Terminal } from "../terminal.ts";

export interface UserCreateOptions extends ServerOptions {
  readonly name?: string;
}

/** `circuitgrade user create EMAIL`: an instructor's account that needs no mail. */
export async function runUserCreate(
  email: string,
  options: UserCreateOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  const password = await askSecret(`Password for ${email}: `);
  const { name } = options;
  const response = await callServer("createUser", { ...options, body: { email, password, ...(name && { name }) } });
  const { message } = (await response.json()) as { message: string };
  terminal.say(message);
  return EXIT.ok;
}
