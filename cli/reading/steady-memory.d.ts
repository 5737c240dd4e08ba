declare module "*/steady-memory.mjs" {
  /** The setting of glibc under which commands read many pages. */
  export const THRESHOLD: Readonly<Record<string, string>>;
}
