import { html } from "hono/html";
import { plainDocument } from "./plain-document.ts";
import type { Theme } from "./theme.ts";

/** The page of a link that logs in once. Its form goes to the link's own address. */
export async function renderEntrance(theme: Theme): Promise<string> {
  const content = await html`<header><h1>Log in to CircuitGrade</h1></header>
<p>This link logs in once, in this browser.</p>
<form method="post"><button>Log In</button></form>`;
  return plainDocument("Log in", { content, theme });
}

/** What such a link shows when it is used up, or too old. */
export async function renderVoidEntrance(theme: Theme): Promise<string> {
  const content = await html`<header><h1>This link is no longer valid</h1></header>
<p role="alert">It logs in once, within an hour. The command that printed it prints a new one.</p>
<p><a href="/auth">Other ways to log in</a></p>`;
  return plainDocument("Link no longer valid", { content, theme });
}
