import { Button, Dialog } from "@radix-ui/themes";
import type { ComponentProps } from "react";

/** Closes the dialog that contains it. */
export function DialogClose({
  label = "Close",
  onClose,
}: {
  readonly label?: string;
  onClose?: ComponentProps<typeof Dialog.Close>["onClick"];
}) {
  return (
    <Dialog.Close onClick={onClose}>
      <Button type="button" variant="soft" color="gray">
        {label}
      </Button>
    </Dialog.Close>
  );
}
