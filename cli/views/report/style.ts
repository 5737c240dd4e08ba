/** The report's style sheet: light or dark by the reader's setting; plain and expanded on paper. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: #1c2330; --paper: #fff; --soft: #f3f5f8; --line: #ccd3dd; --good: #106b3a;
  --bad: #b00020; --warn: #8a5300; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --paper: #14181f; --soft: #1e242e; --line: #3a4454;
  --good: #6fd39b; --bad: #ff8a8a; --warn: #f0bd6a; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 76rem; padding: 1rem; }
h1, h2, h3 { line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere; }
a { color: inherit; }
dl.summary { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0; }
dl.summary div { background: var(--soft); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; }
dl.summary dt { font-size: .85rem; } dl.summary dd { margin: 0; font-size: 1.4rem; font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0 1rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
thead th { background: var(--soft); } tbody th { font-weight: 500; }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .95em; }
.page { border-top: 2px solid var(--line); padding: 1.5rem 0; content-visibility: auto; contain-intrinsic-size: auto 40rem; }
.page > div { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1.5rem; }
@media (max-width: 50rem) { .page > div { grid-template-columns: minmax(0, 1fr); } }
figure { margin: 0; } figcaption { font-size: .85rem; overflow-wrap: anywhere; }
.picture { position: relative; background: #fff; border: 1px solid var(--line); }
.picture img, .picture svg { display: block; width: 100%; height: auto; }
.picture svg { position: absolute; inset: 0; height: 100%; }
.corner { margin-bottom: 1rem; } .corner img { width: 100%; border: 1px solid var(--line); background: #fff; }
.missing ul { columns: 16rem; } .missing { margin: 0 0 1rem; }
.aside { border-top: 2px solid var(--line); padding: 1.5rem 0; }
.aside ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem; list-style: none; padding: 0; }
.aside img { width: 100%; border: 1px solid var(--line); background: #fff; display: block; }
.plain .picture svg { display: none; }
.status { border: 1px solid currentcolor; border-radius: 1rem; padding: 0 .6rem; font-size: .85rem; white-space: nowrap; }
.graded, .match { color: var(--good); } .failed, .mismatch { color: var(--bad); } .review { color: var(--warn); }
tr.differs td, tr.differs th { outline: 2px solid var(--bad); outline-offset: -2px; font-weight: 600; }
.reasons { border-left: .25rem solid var(--warn); background: var(--soft); padding: .5rem .5rem .5rem 1.75rem; margin: 0 0 1rem; }
.controls { position: sticky; top: 0; z-index: 1; background: var(--paper); padding: .5rem 0; display: flex;
  flex-wrap: wrap; gap: .5rem 1.5rem; border-bottom: 1px solid var(--line); }
.controls label { cursor: pointer; }
.only-review .page:not(.needs-review), .only-review .aside { display: none; }
:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px; }
@media print { .controls { display: none; } .page { break-inside: avoid; content-visibility: visible; }
  body { max-width: none; padding: 0; font-size: 10pt; } }
`;

/** The report's script: the filter and the switch for the drawn results; the report can be read without it. */
export const REPORT_SCRIPT = `
const { classList } = document.body;
for (const input of document.querySelectorAll(".controls input")) {
  const apply = () => {
    if (input.name === "show") classList.toggle("only-review", document.querySelector("[value=review]").checked);
    else classList.toggle("plain", !input.checked);
  };
  input.addEventListener("change", apply);
  apply();
}
`;
