import { html, raw } from "hono/html";
import { LAST_EVALUATOR, PAGE_DATA_ID, type PageData } from "../contract/pages.ts";
import type { EntryFiles } from "./built-ui.ts";

/** Before anything is painted, the page gets the theme of the device; `security-headers.ts` allows this script. */
export const DEVICE_THEME =
  'document.documentElement.className=matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light"';

/** Keeps what was last pressed and typed into before the page's script came; `security-headers.ts` allows this script. */
export const EARLY_PRESS =
  'addEventListener("click",({target})=>{window.pressed=target.closest("[data-made] button")??window.pressed});addEventListener("input",({target})=>{window.typed=target.closest("[data-made] input")??window.typed})';

/**
 * The evaluator without a submission continues with this tab's last one, which the server does not know: what it made
 * would show another one until the page's script came. `security-headers.ts` allows this script.
 */
export const LAST_SUBMISSION = `{const last=sessionStorage.getItem("${LAST_EVALUATOR}");if(!location.search&&last?.startsWith(location.pathname+"?"))location.replace(last)}`;

export interface DocumentParts {
  readonly title: string;
  readonly files: EntryFiles;
  readonly data: PageData;
  /** The page as HTML, which its script takes over; empty if the script makes it. */
  readonly content: string;
}

/** The page's HTML: what the browser needs to paint the first view without another request. */
export async function renderDocument({ title, files, data, content }: DocumentParts): Promise<string> {
  const { theme, handIn } = data;
  // A page that is there already does not wait for its script.
  const priority = content === "" ? "" : raw(' fetchpriority="low"');
  const document = await html`<!doctype html>
<html lang="en" class="${theme ?? ""}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="${theme ?? "light dark"}">
<meta name="description" content="Grades hand-drawn logic circuits.">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${theme === null && !handIn && html`<script>${raw(DEVICE_THEME)}</script>\n`}${content !== "" && !handIn && html`<script>${raw(LAST_SUBMISSION)}</script>\n<script>${raw(EARLY_PRESS)}</script>\n`}${files.styleText && html`<style>${raw(files.styleText)}</style>\n`}${files.styles.map((href) => html`<link rel="stylesheet" href="${href}">\n`)}${files.modules.map(
  (href) => html`<link rel="modulepreload" href="${href}"${priority}>\n`,
)}<script type="module" src="${files.script}"${priority}></script>
</head>
<body>
<div id="root">${raw(content)}</div>
${!handIn && html`<noscript>This page needs JavaScript. Please allow it in your browser.</noscript>\n`}<script type="application/json" id="${PAGE_DATA_ID}">${raw(scriptJson(data))}</script>
</body>
</html>
`;
  return String(document);
}

/** JSON that cannot end the script element or begin a comment in it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
