import { defineConfig } from "vitest/config";

/** Tests that start whole programs, which use all cores: the command, a booted system. */
const PROGRAMS = ["{.ci,bench,cli}/**/*.test.ts"];

const BROWSER = ["ui/e2e/**/*.test.ts"];

/** Left out of `npm test`, which runs in the mode `quick`. */
const SLOW = ["**/*.slow.test.ts"];

export default defineConfig(({ mode }) => {
  const slow = mode === "quick" ? SLOW : [];
  return {
    test: {
      // As the command and the server have it: no run is reported to anybody.
      env: { ORT_DISABLE_TELEMETRY: "1" },
      globalSetup: ["./.ci/check-tools.ts"],
      setupFiles: ["./.ci/restore-environment.ts", "./.ci/compare-bytes.ts"],
      // Reading a page takes seconds where two cores are shared: a slow machine is not a failing test.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
      // The whole run takes half an hour beside other work: what fails in it once is tried again and listed as retried.
      retry: mode === "quick" ? 0 : 1,
      projects: [
        {
          extends: true,
          test: {
            name: "units",
            include: ["{core,ui}/**/*.test.{ts,tsx}"],
            exclude: [...BROWSER, ...slow],
            maxWorkers: 2,
            // One process for many files: most take less time than a process needs to load what they test.
            isolate: false,
            sequence: { groupOrder: 0 },
          },
        },
        {
          extends: true,
          test: {
            name: "server",
            include: ["{server,workers}/**/*.test.ts"],
            exclude: slow,
            maxWorkers: 2,
            // The same; the servers also share their threads (server/testing/borrow-pool.ts).
            isolate: false,
            sequence: { groupOrder: 0 },
          },
        },
        {
          extends: true,
          test: {
            name: "programs",
            include: PROGRAMS,
            exclude: slow,
            fileParallelism: false,
            isolate: false,
            sequence: { groupOrder: 1 },
          },
        },
        {
          extends: true,
          test: {
            name: "browser",
            include: BROWSER,
            exclude: slow,
            globalSetup: ["./ui/e2e/shared-site.ts"],
            setupFiles: ["./ui/e2e/picture-failures.ts"],
            // A test goes through many states of a page, and two cores may be shared with much else.
            testTimeout: 240_000,
            hookTimeout: 420_000,
            isolate: false,
            // One server reads the pages of all files: two at once would wait for each other's.
            fileParallelism: false,
            sequence: { groupOrder: 2 },
          },
        },
      ],
    },
  };
});
