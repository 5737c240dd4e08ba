declare module "*/platform.mjs" {
  /** Where every package with native code has a build, for example `linux-x64`. */
  export const PLATFORMS: readonly string[];
  /** Why a platform (this machine's by default) can neither read pages nor serve; null if it can. */
  export function platformFault(name?: string): string | null;
}
