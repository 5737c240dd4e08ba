declare module "*.css";

/** The address of a built file. */
declare module "*.wasm?url" {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: Vite makes it so.
  export default url;
}
