import { register } from "tsx/esm/api";

// Used instead of the bundled worker if the bundle cannot be written: Node 20 cannot start a TypeScript worker.
register();
await import("./worker.ts");
