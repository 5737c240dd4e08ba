import { eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { idSchema } from "../../contract/common.ts";
import type { Endpoint } from "../../contract/endpoints/endpoint.ts";
import { ENDPOINTS, type EndpointName } from "../../contract/endpoints.ts";
import { auditLog, users } from "../../db/schema.ts";
import type { RequestContext } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { normalizeEmail } from "../accounts/sign-up.ts";
import { auditMark } from "../privacy/erasure-list.ts";
import { AUDITED_CALLS } from "./audited-calls.ts";

/** Refusals that say nothing about a person: strangers could fill the log with them. */
const NOT_RECORDED: ReadonlySet<string> = new Set(["too-many-requests", "bad-request"]);

/** Answers a call, and records it in the audit log if it is one of `AUDITED_CALLS`. */
export async function recordCall(
  context: AppContext,
  { name, c }: { name: EndpointName; c: RequestContext },
  answer: () => Promise<Response>,
): Promise<Response> {
  const audited = AUDITED_CALLS[name];
  if (audited === undefined) return answer();
  // Before the answer: the call may delete it.
  const thing = await thingOf(context, c);

  async function record(outcome: string): Promise<void> {
    const person = personOf(c, { access: ENDPOINTS[name].access, outcome });
    const { rate }: Endpoint = ENDPOINTS[name];
    // Nobody counts other calls of strangers.
    if (outcome !== "done" && person === null && rate === undefined) return;
    const about = thing ?? (await knownAddress(context, c.get("aboutEmail")));
    const row = {
      at: context.now(),
      kind: audited!.kind,
      call: name,
      outcome,
      person,
      about,
      detail: c.get("auditDetail"),
    };
    await context.db.run((query) => query.insert(auditLog).values({ ...row, address: c.get("address") }));
  }

  const recordSafely = (outcome: string) => {
    return record(outcome).catch((error: unknown) => context.log.error("audit-failed", error, { call: name }));
  };
  try {
    const response = await answer();
    await recordSafely(c.get("auditOutcome") ?? "done");
    return response;
  } catch (error) {
    const outcome = error instanceof Refusal ? error.code : "failed";
    if (!NOT_RECORDED.has(outcome)) await recordSafely(outcome);
    throw error;
  }
}

/** The address of the account that calls; `command` for the command on the server's machine; null for a stranger. */
function personOf(c: RequestContext, { access, outcome }: { access: string; outcome: string }): string | null {
  const user = (c.get("token") ?? c.get("session"))?.user;
  if (user) return user.email;
  const isAdmins = access === "admin" || access === "administrator";
  return isAdmins && outcome !== "admin-only" && outcome !== "session-expired" ? "command" : null;
}

/** What the path or query names: an account's address, or for example `task BWQ…`; of a student only the mark. */
async function thingOf({ db, secrets }: AppContext, c: RequestContext): Promise<string | null> {
  const named = { ...c.req.param(), taskId: c.req.param("taskId") ?? c.req.query("task_id") };
  const [name, id] = Object.entries(named).find(([key, value]) => key.endsWith("Id") && value !== undefined) ?? [];
  if (name === undefined || !idSchema.safeParse(id).success) return null;
  if (name === "studentId") return auditMark({ secrets }, id!);
  if (name !== "accountId") return `${name.slice(0, -"Id".length)} ${id}`;
  const [account] = await db.query.select({ email: users.email }).from(users).where(eq(users.id, id!));
  return account?.email ?? null;
}

/** An address if an account has it: strangers type other things, too. */
async function knownAddress({ db }: AppContext, typed = ""): Promise<string | null> {
  const email = normalizeEmail(typed);
  const [account] = await db.query.select({ email: users.email }).from(users).where(eq(users.email, email));
  return account?.email ?? null;
}
