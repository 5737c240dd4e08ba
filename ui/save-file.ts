import { messageOf } from "./api.ts";
import { toast } from "./store.ts";

export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download keeps the bytes itself once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves what a call answers; a failure is shown. */
export async function saveAnswer(answer: Promise<Response>, name: string): Promise<void> {
  try {
    saveFile(await (await answer).blob(), name);
  } catch (error) {
    toast(messageOf(error), "error");
  }
}
