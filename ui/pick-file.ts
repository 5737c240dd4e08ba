import type { ChangeEvent } from "react";

/** Takes the file that was chosen in an input, in which the same one can then be chosen again, after it was corrected. */
export function pickFile({ target }: ChangeEvent<HTMLInputElement>, onPick: (file: File) => void): void {
  if (target.files?.[0]) onPick(target.files[0]);
  target.value = "";
}
