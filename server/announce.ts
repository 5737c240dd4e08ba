import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OUTBOX_DAYS } from "../core/rules/limits.ts";
import type { AppContext } from "./context.ts";
import { firstUserToken } from "./services/accounts/sign-up.ts";
import { addressPath } from "./storage/claim-data.ts";

/**
 * Says where the server is: to people on stderr, with the link that creates the first administrator's account if there
 * is none; and to the command on the same machine with a file in the data folder.
 */
export async function announce(context: AppContext, { host, port }: { host: string; port: number }): Promise<void> {
  const { config, lifecycle, log } = context;
  const address = `http://${reachable(host)}:${port}`;
  log.info("listening", { address, origin: config.origin });
  const kept = addressPath(config.dataDir);
  await writeFile(kept, `${address}\n`, { mode: 0o600 });
  lifecycle.onStop("address", () => rm(kept, { force: true }));
  say(`CircuitGrade serves at ${config.origin} (listening on ${address}); Ctrl-C stops it.`);
  const token = await firstUserToken(context);
  if (token === null) return;
  const create = `circuitgrade user create NAME@${config.universityDomain} --admin --data ${JSON.stringify(config.dataDir)}`;
  const first = config.localPasswords
    ? [
        "There is no administrator yet. This link creates the first administrator's account; it works once:",
        `  ${config.origin}/auth?setup=${token}`,
        ...(config.domainIsSet ? [] : ["(UNIVERSITY_DOMAIN is not set: the page asks whose addresses may sign up.)"]),
        `or, on this machine:  ${create}`,
      ]
    : [
        "There is no administrator yet. Create an account on this machine, then sign on with its address:",
        `  ${create}`,
      ];
  say(
    [
      ...first,
      "(from the sources:  npx circuitgrade …)",
      ...(config.smtpUrl === undefined
        ? [`SMTP_URL is not set: mails become files in ${join(config.dataDir, "outbox")}, for ${OUTBOX_DAYS} days.`]
        : []),
    ].join("\n"),
  );
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** An address that listens on all interfaces is reached as this machine. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
