import { register } from "tsx/esm/api";

// Stands in for the bundled worker where the bundle cannot be written: Node 20 cannot start a TypeScript worker.
register();
await import("./worker.ts");
