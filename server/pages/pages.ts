import type { Hono } from "hono";
import { newId } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import type { User } from "../contract/accounts/auth.ts";
import { ENDPOINTS, type EndpointName } from "../contract/endpoints.ts";
import { DEFAULT_PAGE_TITLE, type PageData, type WebPage } from "../contract/pages.ts";
import { type HandInForm, MORE_TIME } from "../contract/results/hand-in.ts";
import type { AppEnv, RequestContext, SessionUser } from "../environment.ts";
import { siteOf } from "../services/operation/site.ts";
import { type BuiltUi, openBuiltUi } from "./built-ui.ts";
import { renderDocument } from "./document.ts";
import { themeOf } from "./theme.ts";

/** A form that was sent, and what happened to it. */
export type SentForm = Pick<HandInForm, "receipts" | "studentId" | "sent"> & Partial<Pick<HandInForm, "secret">>;

export interface Pages {
  readonly ui: BuiltUi;
  /** Whether accounts can be used with a password. */
  readonly passwords: boolean;
  /** The document of a page, null for an unknown address; on the student's page with the form that was `sent`. */
  answer(c: RequestContext, page: WebPage | null, sent?: SentForm): Promise<Response>;
}

/** The documents of all pages; `hono` answers the calls whose responses they contain. */
export function openPages(hono: Hono<AppEnv>, context: AppContext): Pages {
  const ui = openBuiltUi(context.config.uiDir);

  async function answer(c: RequestContext, page: WebPage | null, sent?: SentForm): Promise<Response> {
    const entry = page?.entry ?? "app";
    const [files, data] = await Promise.all([ui.entry(entry, page?.module), firstData(c, page, sent)]);
    const { pathname, search } = new URL(c.req.url);
    const document = await renderDocument({
      title: page?.title ?? DEFAULT_PAGE_TITLE,
      files,
      data,
      content: page?.isMade ? await ui.renderPage(entry, { data, path: pathname + search }) : "",
    });
    return c.html(document, page === null ? 404 : undefined);
  }

  async function firstData(c: RequestContext, page: WebPage | null, sent?: SentForm): Promise<PageData> {
    const user = c.get("session")?.user ?? null;
    const calls = [...(page?.firstCalls ?? [])];
    if (user !== null && page?.navigation) calls.push("getUnreadNotifications");
    const answeredAt = context.now();
    const [answers, account] = await Promise.all([
      Promise.all(calls.map((name) => answerOf(c, name))),
      user === null ? null : ownAccount(c, user),
    ]);
    return {
      site: await siteOf(context),
      theme: themeOf(c, context.config.origin),
      user: account,
      answers: Object.fromEntries(answers.flatMap(({ path, body }) => (body === null ? [] : [[path, body]]))),
      answeredAt,
      ...(page?.entry === "student" && {
        handIn: formOf(
          c,
          answers.some(({ status }) => status === 404),
          sent,
        ),
      }),
    };
  }

  /** Makes the call as the browser would, with its cookie and address: the same checks, the same response. */
  async function answerOf(
    c: RequestContext,
    name: EndpointName,
    params: Readonly<Record<string, string>> = c.req.param(),
  ): Promise<FirstAnswer> {
    const path = ENDPOINTS[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
    const headers = {
      cookie: c.req.header("cookie") ?? "",
      // The header that the address is taken from behind a proxy.
      "x-forwarded-for": c.req.header("x-forwarded-for") ?? "",
      accept: "application/json",
    };
    const response = await hono.request(new URL(path, c.req.url).href, { headers }, c.env);
    // If anything else goes wrong, the page requests it again itself and shows the error.
    return { path, status: response.status, body: response.status === 200 ? await response.json() : null };
  }

  async function ownAccount(c: RequestContext, { id, email, name, isAdmin }: SessionUser): Promise<User> {
    const { body } = await answerOf(c, "getUser", { userId: id });
    if (body !== null) return (body as { user: User }).user;
    return { id, email, name, profile_image_url: null, contact_number: null, recovery_email: null, admin: isAdmin };
  }

  return { ui, passwords: context.config.localPasswords, answer };
}

/** The response to a call of the page; `body` is null unless it is 200. */
interface FirstAnswer {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

function formOf(c: RequestContext, isGone: boolean, sent?: SentForm): HandInForm {
  return {
    secret: newId(),
    receipts: [],
    studentId: "",
    sent: null,
    ...sent,
    userAgent: c.req.header("user-agent") ?? "",
    hasMoreTime: c.req.query(MORE_TIME) !== undefined,
    isGone,
  };
}
