/** How zxing searches for the codes of a page, in a server and in a browser. */
export const QR_OPTIONS = {
  formats: ["QRCode"],
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: true,
  /** The maximum number of codes searched on one page. */
  maxNumberOfSymbols: 16,
  returnErrors: true,
} as const;
