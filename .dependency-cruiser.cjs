/** The stages of `core`, in the order in which data flows: a stage imports only leaves and earlier stages. */
const STAGES = [
  "fonts",
  "template",
  "scan",
  "page",
  "marks",
  "gates",
  "wires",
  "netlist",
  "expressions",
  "grade",
  "answers",
  "verdict",
  "similarity",
];

/** What composes the stages or works on a finished reading: it may import stages; no stage imports it. */
const AFTER = ["reading", "corrections", "page-record", "results", "annotate", "stack", "opening"];

const LEAVES = "^core/(basics|geometry|rules|boolean)/";

/** Tests and what only tests use; they may look across the house, but nothing looks at them. */
const TESTS = ["\\.test\\.tsx?$", "^core/testdata/", "^cli/testdata/", "^server/testing/", "^ui/e2e/"];

const stageOrder = STAGES.map((stage, index) => ({
  name: `stage-order-${stage}`,
  comment: `core/${stage} imports only leaves and earlier stages: data flows one way.`,
  severity: "error",
  from: { path: `^core/${stage}/`, pathNot: TESTS },
  to: { path: `^core/(${[...STAGES.slice(index + 1), ...AFTER].join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...stageOrder,
    {
      name: "leaves-import-leaves",
      comment: "basics, geometry, rules and boolean know nothing of the stages above them.",
      severity: "error",
      from: { path: LEAVES, pathNot: TESTS },
      to: { path: "^(core|workers|cli|server|ui|bench|models)/", pathNot: LEAVES },
    },
    {
      name: "stages-stand-alone",
      comment: "A stage does not know what composes it (the file right in core/).",
      severity: "error",
      from: { path: `^core/(${STAGES.join("|")})/`, pathNot: TESTS },
      to: { path: "^core/[^/]+\\.ts$" },
    },
    {
      name: "core-stands-alone",
      comment: "core is the shared ground of server, ui and cli.",
      severity: "error",
      from: { path: "^core/" },
      to: { path: "^(workers|cli|server|ui|bench)/" },
    },
    {
      name: "workers-know-no-work",
      comment: "The pool of worker threads serves the command and the server; what the threads do is theirs.",
      severity: "error",
      from: { path: "^workers/", pathNot: TESTS },
      to: { path: "^(core|cli|server|ui|bench)/" },
    },
    {
      name: "core-no-outside-world",
      comment: "bytes and values in, values out: no network, no processes, no database, no screen.",
      severity: "error",
      from: { path: "^core/", pathNot: TESTS },
      to: {
        path: [
          "^(node:)?(net|tls|dns|dgram|http|https|http2|child_process|cluster|readline|repl|sqlite)$",
          "node_modules/(hono|react|react-dom|commander|ora|nodemailer|drizzle-orm|@libsql)/",
        ],
      },
    },
    {
      name: "core-files-only-in-adapters",
      comment: "Files are opened by the callers. The adapters alone load what belongs to them: wasm, fonts, the model.",
      severity: "error",
      from: { path: "^core/", pathNot: [...TESTS, "^core/(fonts|scan|marks|page/kernels|wires/decide/kernels)/"] },
      to: { path: "^(node:)?(fs|fs/promises|os|worker_threads)$" },
    },
    {
      name: "one-csv-writer",
      comment: "core/rules/files/write-csv.ts alone quotes cells and escapes formulas.",
      severity: "error",
      from: { pathNot: [...TESTS, "^core/rules/files/write-csv\\.ts$"] },
      to: { path: "node_modules/csv-stringify/" },
    },
    {
      name: "cli-not-server-ui",
      comment:
        "The command and the web product meet in core; `serve`, and what cares for its data, start the server's program. They share one file lock.",
      severity: "error",
      from: {
        path: "^cli/",
        pathNot: [...TESTS, "^cli/(commands/server/serve|server/care|review/review-server)\\.ts$"],
      },
      to: { path: "^(server|ui)/", pathNot: ["^server/contract/", "^server/adapters/file-lock\\.ts$"] },
    },
    {
      name: "server-not-cli-ui",
      severity: "error",
      from: { path: "^server/", pathNot: TESTS },
      to: { path: "^(cli|ui)/" },
    },
    {
      name: "ui-not-cli-server",
      comment: "The browser gets the contract and core, never the server.",
      severity: "error",
      from: { path: "^ui/", pathNot: TESTS },
      to: { path: "^(cli|server|workers)/", pathNot: "^server/contract/" },
    },
    {
      name: "nothing-imports-bench",
      comment: "Neither the product nor a test needs a benchmark: what tests draw with is in core/testdata.",
      severity: "error",
      from: { path: "^(core|workers|cli|server|ui)/" },
      to: { path: "^bench/" },
    },
    {
      name: "product-not-tests",
      severity: "error",
      from: { pathNot: [...TESTS, "^bench/"] },
      to: { path: TESTS },
    },
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      comment: "A module that imports nothing and that nothing imports is dead.",
      severity: "error",
      from: { orphan: true, pathNot: ["(^|/)\\.[^/]+\\.cjs$", "\\.d\\.ts$", "\\.config\\.ts$"] },
      to: {},
    },
    {
      name: "no-unresolvable",
      comment: "Vite resolves the address of a package's file.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\?url$" },
    },
    {
      name: "no-undeclared-package",
      comment: "What is imported is in package.json.",
      severity: "error",
      from: {},
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "product-not-dev-packages",
      comment: "What the product imports is installed with it.",
      severity: "error",
      from: { path: "^(core|workers|cli|server|ui)/", pathNot: [...TESTS, "\\.config\\.ts$"] },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API yet; `typescript` in package.json is the API of version 6, `tsc` is 7.
    parser: "tsc",
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types", "typings"],
    },
  },
};
