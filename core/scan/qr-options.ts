/** A picture whose median brightness (0 … 255) is below this may show a template with light lines on a dark ground. */
const DARK = 110;
/** One pixel in this many is looked at for that. */
const STEP = 101;

/** How zxing searches for the codes of a page's `pixels`, in a server and in a browser. */
export function qrOptions({ data }: { readonly data: Uint8ClampedArray }) {
  return {
    formats: ["QRCode" as const],
    tryHarder: true,
    tryRotate: true,
    // Takes as long again.
    tryInvert: isDark(data),
    tryDownscale: true,
    /** The maximum number of codes searched on one page. */
    maxNumberOfSymbols: 16,
    returnErrors: true,
  };
}

function isDark(rgba: Uint8ClampedArray): boolean {
  let dark = 0;
  let all = 0;
  // Green stands for all three channels.
  for (let at = 1; at < rgba.length; at += 4 * STEP) {
    all++;
    if (rgba[at]! < DARK) dark++;
  }
  return dark > all / 2;
}
