export const BROWSER_ARGUMENTS = [
  "--headless=shell",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--hide-scrollbars",
  "--font-render-hinting=none",
];

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the browser that all test files share. */
    readonly sharedBrowser: string;
  }
}

/** A real Chromium: npm's own, or the one that `CHROMIUM` names. */
export async function browserPath(): Promise<string> {
  return process.env.CHROMIUM || (await packedChromium());
}

async function packedChromium(): Promise<string> {
  // Makes the package unpack the system libraries that the browser needs.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs20.x";
  const { default: packed } = await import("@sparticuz/chromium");
  return packed.executablePath();
}
