declare module "*/small-pools.mjs" {
  /** Variables with which glibc returns freed memory to the system at once. */
  export const SMALL_POOLS: Readonly<Record<string, string>>;
}
