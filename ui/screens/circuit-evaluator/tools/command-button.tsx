import { IconButton, type IconButtonProps, Tooltip } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { ariaKeys, type CommandId, keyHint } from "../../../evaluator/commands.ts";

export interface CommandButtonProps extends Pick<IconButtonProps, "variant" | "size" | "disabled"> {
  readonly command: CommandId;
  readonly label: string;
  readonly children: ReactNode;
  onCommand(command: CommandId): void;
}

export function CommandButton({ command, label, variant = "ghost", children, onCommand, ...rest }: CommandButtonProps) {
  return (
    <Tooltip content={`${label} (${keyHint(command)})`}>
      <IconButton
        {...rest}
        variant={variant}
        color="gray"
        aria-label={label}
        aria-keyshortcuts={ariaKeys(command)}
        onClick={() => onCommand(command)}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}
