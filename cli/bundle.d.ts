declare module "*/bundle.mjs" {
  /** The folder of the command's JavaScript, bundled from the sources if they have changed; ends with a slash. */
  export function bundledCommand(): Promise<URL>;
}
