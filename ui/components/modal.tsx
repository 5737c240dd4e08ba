import { Button, Dialog, Flex } from "@radix-ui/themes";
import type { ComponentProps, ReactNode } from "react";
import { useFocusReturn } from "../hooks/use-focus-return.ts";

interface ModalProps extends Omit<ComponentProps<typeof Dialog.Content>, "title"> {
  readonly open: boolean;
  readonly title: ReactNode;
  onClose(): void;
}

/**
 * A dialog that its parent opens and closes. Its content is mounted anew each time; closing puts the focus back where it
 * was.
 */
export function Modal({ open, onClose, ...content }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      {open && <Content {...content} />}
    </Dialog.Root>
  );
}

function Content({ title, children, ...content }: Omit<ModalProps, "open" | "onClose">) {
  const returnFocus = useFocusReturn();
  return (
    <Dialog.Content maxWidth="480px" onCloseAutoFocus={returnFocus} {...content}>
      <Dialog.Title>{title}</Dialog.Title>
      {children}
    </Dialog.Content>
  );
}

/** What a dialog is for, below its title. */
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
  /** The dialog's other buttons. */
  readonly children?: ReactNode;
}

/** The buttons at the end of a dialog: the one that closes it is first. */
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
