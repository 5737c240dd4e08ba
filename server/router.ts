import { eq } from "drizzle-orm";
import { Hono } from "hono";
import type { z } from "zod";
import { TOKEN_TEXTS, type TokenScope } from "../core/rules/accounts/access-token.ts";
import { asCaller } from "./adapters/current-caller.ts";
import type { AppContext } from "./context.ts";
import type { Endpoint } from "./contract/endpoints/endpoint.ts";
import { ENDPOINTS, type EndpointName, type Endpoints, type ResponseOf } from "./contract/endpoints.ts";
import { ERROR_PAGES } from "./contract/error-pages.ts";
import { EXCHANGE_FORM } from "./contract/tasks/exchange.ts";
import { TEXTS } from "./contract/texts.ts";
import { tasks } from "./db/schema.ts";
import type { AppEnv, RequestContext, Session, SessionUser, TokenUse } from "./environment.ts";
import { carriesBearer } from "./middleware/bearer.ts";
import { checkMonitor } from "./middleware/monitor.ts";
import { carriesSession } from "./middleware/session-cookie.ts";
import { parsePart } from "./parse-part.ts";
import { CALL_RATES } from "./rates.ts";
import { Refusal } from "./refusal.ts";
import { USUAL_BYTES } from "./request-body.ts";
import { acceptToken, requireWorking } from "./services/accounts/access-tokens.ts";
import { validSession } from "./services/accounts/sessions.ts";
import { recordCall } from "./services/operation/record-call.ts";

type Parsed<R, K extends "params" | "query" | "body"> = R extends { readonly [_ in K]: infer S }
  ? S extends z.ZodType
    ? { readonly [_ in K]: z.output<S> }
    : object
  : object;

type CallAt<E extends Endpoint> = Parsed<E, "params"> &
  Parsed<E, "query"> &
  Parsed<E, "body"> & {
    readonly c: RequestContext;
    readonly context: AppContext;
    readonly address: string;
    /** Never null if the contract asks for a session or an access token. */
    readonly user: E["access"] extends "session" | TokenScope ? SessionUser : SessionUser | null;
    readonly session: E["access"] extends "session" ? Session : Session | null;
    readonly token: E["access"] extends TokenScope ? TokenUse : null;
  };

// An interface, as in `contract/endpoints.ts`: looking a call up in a mapped type would combine all calls.
type CallTable = { readonly [Name in EndpointName]: CallAt<Endpoints[Name]> };
interface Calls extends CallTable {}

/** What a handler gets: the checked parts of the request, and who calls. */
export type Call<Name extends EndpointName> = Calls[Name];

export type Handler<Name extends EndpointName> = (call: Call<Name>) => Promise<ResponseOf<Name> | Response>;

export interface Router {
  readonly hono: Hono<AppEnv>;
  /**
   * Answers the call `name` of the contract. Before the handler runs, access is checked, the request parsed and the call
   * counted; what it returns goes through the contract's schema, which drops every field that is not named there.
   */
  on<Name extends EndpointName>(name: Name, handler: Handler<Name>): void;
  /** The calls that have a handler. */
  readonly answered: ReadonlySet<EndpointName>;
}

export function createRouter(context: AppContext): Router {
  const hono = new Hono<AppEnv>();
  const answered = new Set<EndpointName>();

  function on<Name extends EndpointName>(name: Name, handler: Handler<Name>): void {
    const endpoint: Endpoint = ENDPOINTS[name];
    answered.add(name);
    hono.on(endpoint.method, [endpoint.path], (c) => recordCall(context, { name, c }, () => respond(c)));

    async function respond(c: RequestContext): Promise<Response> {
      await checkAccess(c, endpoint, context);
      if (endpoint.passwords && !context.config.localPasswords) {
        throw new Refusal(403, { code: "passwords-off", message: TEXTS.auth.passwordsOff });
      }
      c.get("body")?.limit(endpoint.bodyBytes ?? USUAL_BYTES);
      c.get("body")?.atEnd(() => checkAgain(c, endpoint, context));
      const parts = await parseRequest(c, endpoint);
      const token = c.get("token") ?? null;
      // A program's call never counts as a session's.
      const session = token ? null : c.get("session");
      const call = {
        ...parts,
        c,
        context,
        address: c.get("address"),
        session,
        token,
        user: (session ?? token)?.user ?? null,
      };
      const { address, user } = call;
      await countCall(endpoint, { context, address, user, taskId: c.req.param("taskId") ?? "" });
      const answer = await asCaller(user?.id ?? address, () => handler(call as unknown as Call<Name>));
      if (answer instanceof Response) return answer;
      if (typeof endpoint.response === "string") throw new TypeError(`${name} must answer with a Response`);
      return c.json(endpoint.response.parse(answer) as object);
    }
  }

  return { hono, on, answered };
}

async function checkAccess(c: RequestContext, endpoint: Endpoint, context: AppContext): Promise<void> {
  if (endpoint.access === "public") return;
  if (endpoint.access === "metrics") return checkMonitor(c, context);
  const authorization = c.req.header("authorization") ?? "";
  if (endpoint.access === "read" || endpoint.access === "grade") {
    if (authorization !== "" && carriesSession(c, context)) {
      throw new Refusal(400, { code: "cookie-with-token", message: TOKEN_TEXTS.withCookie });
    }
    c.set("token", await acceptToken(context, { authorization, scope: endpoint.access, address: c.get("address") }));
    return requireExchangeForm(c);
  }
  const isSession = endpoint.access === "session";
  if (isSession || (endpoint.access === "administrator" && authorization === "")) {
    const session = c.get("session");
    if (session === null) {
      throw new Refusal(401, { code: "session-expired", message: sessionExpiredText(endpoint.path) });
    }
    if (isSession || session.user.isAdmin) return;
    throw new Refusal(403, { code: "administrators-only", message: ERROR_PAGES["403"].message });
  }
  // The token in the data folder, which the command sends.
  if (!carriesBearer(c, context.secrets.admin)) {
    throw new Refusal(401, { code: "admin-only", message: ERROR_PAGES.unauthorized.message });
  }
}

/** Refuses a caller who lost the right to the call while its body arrived. */
async function checkAgain(c: RequestContext, endpoint: Endpoint, context: AppContext): Promise<void> {
  const { token, session } = c.var;
  if (token) return requireWorking(context, token);
  if (session) c.set("session", await validSession(context, session.tokenHash));
  await checkAccess(c, endpoint, context);
}

/** Commands of earlier versions name no form, and would not miss what they do not know. */
function requireExchangeForm(c: RequestContext): void {
  const { header, form } = EXCHANGE_FORM;
  c.header(header, form);
  if (c.req.header(header) === form) return;
  const message =
    "Your circuitgrade is older than this server, and would lose what people said of pages: update circuitgrade on your " +
    `machine, then run the same command again. (Programs send the header ${header}: ${form}.)`;
  throw new Refusal(409, { code: "other-exchange-form", message });
}

interface Counted extends Pick<Call<EndpointName>, "context" | "address" | "user"> {
  /** Of the call's path, if it names one. */
  readonly taskId: string;
}

/** Refuses a call that is made more often than its `rate`; limits of its `own` are its service's. */
async function countCall({ rate }: Endpoint, { context, address, user, taskId }: Counted): Promise<void> {
  if (rate === undefined || rate === "own") return;
  const { by, ...limit } = CALL_RATES[rate];
  const keys = {
    address: () => address,
    user: () => user?.id ?? address,
    // Those that do not exist count together: inventing them gains nothing.
    "address and task": async () => `${address}:${(await isTask(context, taskId)) ? taskId : ""}`,
  };
  await context.limiter.take(`${rate}:${await keys[by]()}`, limit);
}

async function isTask({ db }: AppContext, id: string): Promise<boolean> {
  const [task] = await db.query.select({ id: tasks.id }).from(tasks).where(eq(tasks.id, id));
  return task !== undefined;
}

/** Each group of calls has its own words for it. */
function sessionExpiredText(path: string): string {
  if (path.startsWith("/classes/")) return TEXTS.classes.sessionExpired;
  if (path.startsWith("/notification/")) return TEXTS.notifications.sessionExpired;
  return TEXTS.auth.sessionExpired;
}

async function parseRequest(c: RequestContext, endpoint: Endpoint): Promise<Record<string, unknown>> {
  return {
    ...(endpoint.params && { params: parsePart(endpoint.params, c.req.param(), "path") }),
    ...(endpoint.query && { query: parsePart(endpoint.query, c.req.query(), "query") }),
    ...(endpoint.body && { body: parsePart(endpoint.body, await readJson(c.req.raw), "body") }),
  };
}

async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  const text = await request.text();
  if (text === "") return {};
  // Another site's form can send text without asking first, but not JSON.
  if (!/^application\/json\b/i.test(type)) {
    throw new Refusal(415, { code: "not-json", message: "The request must be application/json." });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, { code: "bad-request", message: ERROR_PAGES["400"].message });
  }
}
