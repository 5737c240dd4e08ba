import { Button } from "@radix-ui/themes";
import { type ComponentProps, useRef } from "react";

interface FileButtonProps extends ComponentProps<typeof Button> {
  /** Names the browser's own input, which is hidden. */
  readonly label: string;
  readonly accept: string;
  onFile(file: File): void;
}

export function FileButton({ label, accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button type="button" onClick={() => input.current?.click()} {...button} />
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        tabIndex={-1}
        onChange={({ target }) => {
          if (target.files?.[0]) onFile(target.files[0]);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}
