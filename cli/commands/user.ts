import { createUserBody } from "../../server/contract/system.ts";
import { CommandFailure, EXIT, type ExitCode } from "../exit-codes.ts";
import { askSecret } from "../server/ask-secret.ts";
import { callServer, type ServerOptions } from "../server/call-server.ts";
import type { Terminal } from "../terminal.ts";

export interface UserCreateOptions extends ServerOptions {
  readonly name?: string;
}

/** `circuitgrade user create EMAIL`: creates an instructor's account without a confirmation mail. */
export async function runUserCreate(
  email: string,
  options: UserCreateOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  requireShortName(options);
  const password = await askSecret(`Password for ${email}: `);
  const { name } = options;
  const response = await callServer("createUser", { ...options, body: { email, password, ...(name && { name }) } });
  const { message } = (await response.json()) as { message: string };
  terminal.say(message);
  return EXIT.ok;
}

/** The same check as on the server, but before the password is asked for, so that nobody types one in vain. */
function requireShortName({ name }: UserCreateOptions): void {
  const [issue] = createUserBody.shape.name.safeParse(name).error?.issues ?? [];
  if (issue?.code !== "too_big") return;
  throw new CommandFailure(EXIT.usage, `The name is too long: at most ${issue.maximum} characters.`);
}
