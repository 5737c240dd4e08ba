import { afterAll } from "vitest";
import { restoreEnvironment } from "../cli/testdata/restore-environment.ts";

// Test files share a process: what one of them sets in the environment is not for the programs that the next one starts.
const before = { ...process.env };

afterAll(() => restoreEnvironment(before));
