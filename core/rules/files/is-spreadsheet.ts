/** Whether a file may be a spreadsheet and no text: .xlsx and .ods are ZIP files; also an old one. */
export function isSpreadsheet(bytes: Uint8Array): boolean {
  return begins(bytes, [0x50, 0x4b, 0x03, 0x04]) || isOldSpreadsheet(bytes);
}

/** Whether a file is an .xls, or an .xlsx with a password. */
export function isOldSpreadsheet(bytes: Uint8Array): boolean {
  return begins(bytes, [0xd0, 0xcf, 0x11, 0xe0]);
}

function begins(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
