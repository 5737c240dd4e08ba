import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{core,cli,bench,server,ui}/**/*.test.{ts,tsx}"],
    globalSetup: ["./.ci/check-tools.ts"],
    // Reading a page takes seconds where two cores are shared: a slow machine is not a failing test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
