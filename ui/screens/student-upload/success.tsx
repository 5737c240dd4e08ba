import { CheckCircledIcon } from "@radix-ui/react-icons";
import { useEffect, useRef } from "react";

/** All files were taken. */
export function Success({ onAgain }: { onAgain(): void }) {
  const panel = useRef<HTMLElement>(null);

  // The form that had the focus is gone; the good news must not stand above the visible part.
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView({ block: "center" });
  }, []);

  return (
    <section ref={panel} tabIndex={-1} className="card notice success" role="status">
      <CheckCircledIcon aria-hidden />
      <h2>Files Uploaded Successfully!</h2>
      <p>Thank you for your submission.</p>
      <button type="button" className="button" onClick={onAgain}>
        Submit another file
      </button>
    </section>
  );
}
