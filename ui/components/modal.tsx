import { Button, Dialog, Flex } from "@radix-ui/themes";
import type { ComponentProps, ReactNode } from "react";
import { useFocusReturn } from "../hooks/use-focus-return.ts";
import { closeDialog } from "../store.ts";

interface ModalProps extends Omit<ComponentProps<typeof Dialog.Content>, "title"> {
  readonly title: ReactNode;
  /** For a dialog that `openDialog` did not open. */
  onClose?(): void;
}

/** A dialog, as long as it is rendered; closing puts the focus back where it was. */
export function Modal({ title, onClose = closeDialog, children, ...content }: ModalProps) {
  const returnFocus = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content maxWidth="480px" onCloseAutoFocus={returnFocus} {...content}>
        <Dialog.Title>{title}</Dialog.Title>
        {children}
      </Dialog.Content>
    </Dialog.Root>
  );
}

export function ModalText({ children }: { readonly children: ReactNode }) {
  return (
    <Dialog.Description size="2" mb="4">
      {children}
    </Dialog.Description>
  );
}

interface ModalFootProps {
  readonly close?: string;
  onClose?: ComponentProps<typeof Dialog.Close>["onClick"];
  readonly children?: ReactNode;
}

export function ModalFoot({ close = "Close", onClose, children }: ModalFootProps) {
  return (
    <Flex gap="3" mt="5" justify="end" wrap="wrap">
      <Dialog.Close onClick={onClose}>
        <Button type="button" variant="soft" color="gray">
          {close}
        </Button>
      </Dialog.Close>
      {children}
    </Flex>
  );
}
