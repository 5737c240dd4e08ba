/** The anchor that GitHub gives a heading: "Fill the gradebook, again" is at `#fill-the-gradebook-again`. */
export function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
