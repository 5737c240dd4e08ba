import { html } from "hono/html";
import { ERROR_PAGES } from "../contract/error-pages.ts";
import type { RequestContext } from "../environment.ts";
import { plainDocument } from "./plain-document.ts";
import type { Theme } from "./theme.ts";

/** Whether a person opens the address or sends a form in a browser, and not a program or a page's script. */
export function wantsDocument(c: RequestContext): boolean {
  return (c.req.header("accept") ?? "").includes("text/html");
}

interface ErrorDocument {
  readonly status: number;
  /** For the user. */
  readonly message: string;
  readonly theme: Theme;
}

/** What went wrong, in the titles of the error page, for a browser that gets no other page. */
export async function renderErrorDocument({ status, message, theme }: ErrorDocument): Promise<string> {
  const { title } = ERROR_PAGES[String(status) as keyof typeof ERROR_PAGES] ?? ERROR_PAGES.other;
  const content = await html`<header><h1>${title}</h1></header>
<p role="alert">${message}</p>
<p><a href="/auth">Go Back to Home</a></p>`;
  return plainDocument(title, { content, theme });
}
