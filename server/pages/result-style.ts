/** The look of a student's page: that of the upload page, with its font for signs only, in the colours of the device. */
export const RESULT_STYLE = `
@font-face{font-family:Signs;src:url(/signs.woff2) format("woff2");font-display:swap;unicode-range:U+03A0,U+03A3,U+2032,U+2190,U+2192,U+220F,U+2211,U+2219,U+2227,U+2228,U+223C,U+2260,U+2264,U+2265,U+2295,U+2299,U+22C5}
:root{--page:#f7f9f8;--panel:#fff;--text:#1a211e;--muted:#5a625e;--line:rgb(0 35 22/.14);--soft:#eef2f0;--accent:#0b7a5b;--red:#b3262b;--good:#e3f5ed;--goodtext:#0b694e}
@media screen and (prefers-color-scheme:dark){:root:not(.light){--page:#101211;--panel:#171918;--text:#eceeed;--muted:#adb5b2;--line:rgb(226 255 242/.16);--soft:#202422;--accent:#12805f;--red:#ff9592;--good:#11312a;--goodtext:#3ddaa5}}
@media screen{:root.dark{--page:#101211;--panel:#171918;--text:#eceeed;--muted:#adb5b2;--line:rgb(226 255 242/.16);--soft:#202422;--accent:#12805f;--red:#ff9592;--good:#11312a;--goodtext:#3ddaa5}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 Signs,system-ui,-apple-system,"Segoe UI",sans-serif;-webkit-text-size-adjust:100%}
main{max-width:46rem;margin:0 auto;padding:1.5rem max(1rem,env(safe-area-inset-right)) 2.5rem max(1rem,env(safe-area-inset-left))}
h1{margin:.1rem 0 .5rem;font-size:1.75rem;line-height:1.2;overflow-wrap:anywhere}
h2{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.4rem 1rem;margin:0 0 .25rem;font-size:1.15rem}
p{margin:.4rem 0;overflow-wrap:anywhere}
ul{margin:.6rem 0;padding-left:1.2rem}
a{color:var(--goodtext)}
section{margin:1rem 0;padding:1.1rem 1.2rem;border:1px solid var(--line);border-radius:14px;background:var(--panel)}
img{display:block;max-width:100%;height:auto;border:1px solid var(--line);border-radius:8px;background:#fff}
.unclear,.drawing{display:block;width:100%;max-height:70vh;border:1px solid var(--line);border-radius:8px;background:#fff}
.unclear rect{fill:none;stroke:#c2410c;stroke-width:3px;vector-effect:non-scaling-stroke}
.unclear text{fill:#c2410c;font-weight:700;dominant-baseline:text-after-edge}
table{display:block;max-width:100%;overflow-x:auto;border-collapse:collapse}
th,td{padding:.15rem .7rem;border-bottom:1px solid var(--line);text-align:center;font-variant-numeric:tabular-nums}
.muted{color:var(--muted);font-size:.875rem}
.total{font-size:1.15rem}
.state{padding:.15rem .6rem;border-radius:99px;background:var(--soft);color:var(--text);font-size:.8125rem;font-weight:500}
.state.released{background:var(--good);color:var(--goodtext)}
.comment,blockquote{margin:.5rem 0;padding:.35rem .8rem;border-left:3px solid var(--accent);background:var(--soft);white-space:pre-wrap;overflow-wrap:anywhere}
blockquote{border-color:var(--line)}
.request{margin-top:1rem;padding-top:.6rem;border-top:1px solid var(--line)}
details{margin-top:.8rem}
summary{display:inline-flex;align-items:center;min-height:44px;color:var(--goodtext);font-weight:600;cursor:pointer}
form{display:grid;gap:.5rem}
label{font-weight:600}
textarea{width:100%;padding:.6rem .7rem;border:1px solid var(--muted);border-radius:8px;background:var(--panel);color:var(--text);font:inherit;resize:vertical}
button{justify-self:start;min-height:44px;padding:.5rem 1.1rem;border:0;border-radius:8px;background:var(--accent);color:#fff;font:inherit;font-weight:600;cursor:pointer}
.failure{color:var(--red);font-weight:600}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
footer{margin-top:1.5rem}
@media print{details,.state{display:none}section{break-inside:avoid}}
`;
