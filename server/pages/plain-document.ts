import { html, raw } from "hono/html";
import { RESULT_STYLE } from "./result-style.ts";
import type { Theme } from "./theme.ts";

/** A document that needs no script, in the look of the student pages. */
export async function plainDocument(
  title: string,
  { content, theme }: { content: Awaited<ReturnType<typeof html>>; theme: Theme },
): Promise<string> {
  return String(
    await html`<!doctype html>
<html lang="en"${theme === null ? "" : raw(` class="${theme}"`)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="${theme ?? "light dark"}">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(RESULT_STYLE)}</style>
</head>
<body><main>${content}</main></body>
</html>
`,
  );
}
