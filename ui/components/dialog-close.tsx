import { Button, Dialog } from "@radix-ui/themes";

/** Closes the dialog that contains it. */
export function DialogClose() {
  return (
    <Dialog.Close>
      <Button variant="soft" color="gray">
        Close
      </Button>
    </Dialog.Close>
  );
}
