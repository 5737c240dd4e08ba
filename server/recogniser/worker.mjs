// Node 20 cannot start a TypeScript worker; Deno can import the source as it is.
if (!("Deno" in globalThis)) {
  const { register } = await import("tsx/esm/api");
  register();
}
await import("./worker.ts");
