/** Lets the browser save bytes under a name. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download keeps the bytes itself once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
