import { useRef, useState } from "react";
import { codeAdvice } from "./code-advice.ts";

export interface CodeChecks {
  /** What the student should look at before the picture of an item is sent, or null. */
  adviceFor(item: number): string | null;
  /** Looks for the QR code in the file that was chosen for an item. */
  check(item: number, file: File): void;
  forget(item: number): void;
}

/** Looks at the chosen pictures before they are sent. A picture that no browser shows, such as a PDF, is not checked. */
export function useCodeChecks(taskId: string): CodeChecks {
  const [advice, setAdvice] = useState<ReadonlyMap<number, string>>(new Map());
  const chosen = useRef(new Map<number, File>());

  function put(item: number, text: string | null): void {
    setAdvice((before) => {
      const rest = [...before].filter(([each]) => each !== item);
      return new Map(text === null ? rest : [...rest, [item, text]]);
    });
  }

  async function look(item: number, file: File): Promise<void> {
    const { seeCodes } = await import("./see-codes.ts");
    const sight = await seeCodes(file);
    // Another file may have been chosen meanwhile.
    if (chosen.current.get(item) === file) put(item, codeAdvice(sight, { taskId, item }));
  }

  return {
    adviceFor: (item) => advice.get(item) ?? null,
    check(item, file) {
      put(item, null);
      chosen.current.set(item, file);
      // A script that does not come is no reason to keep a file.
      if (!/\.pdf$/i.test(file.name)) look(item, file).catch(() => undefined);
    },
    forget(item) {
      put(item, null);
      chosen.current.delete(item);
    },
  };
}
