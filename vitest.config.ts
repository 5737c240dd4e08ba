import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{.ci,core,cli,bench,server,ui}/**/*.test.{ts,tsx}"],
    // As the command and the server have it: no run is reported to anybody.
    env: { ORT_DISABLE_TELEMETRY: "1" },
    globalSetup: ["./.ci/check-tools.ts"],
    // Reading a page takes seconds where two cores are shared: a slow machine is not a failing test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
