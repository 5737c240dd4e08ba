declare module "*/bundle.mjs" {
  /** The folder of the command's JavaScript, bundled from the sources if they have changed; ends with a slash. */
  export function bundledCommand(): Promise<URL>;
}

declare module "*/small-pools.mjs" {
  /** Variables with which glibc returns freed memory to the system at once. */
  export const SMALL_POOLS: Readonly<Record<string, string>>;
}
