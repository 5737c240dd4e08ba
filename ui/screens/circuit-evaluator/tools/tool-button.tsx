import { Spinner, Tooltip } from "@radix-ui/themes";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { ariaKeys, type CommandId, keyHint } from "../../../evaluator/commands.ts";

export interface ToolButtonProps extends Omit<ComponentPropsWithRef<"button">, "disabled"> {
  readonly command: CommandId;
  readonly label: string;
  readonly icon: ReactNode;
  /** For toggle buttons. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly reason?: string;
  readonly busy?: boolean;
  /** Highlighted: the next thing to do. */
  readonly wanted?: boolean;
  readonly compact?: boolean;
}

/** A button of the toolbar: icon over name, its key in the hint. A disabled one keeps the focus and says why. */
export function ToolButton(props: ToolButtonProps) {
  const { command, label, icon, pressed, disabled, reason, busy, wanted, compact, onClick, ...rest } = props;
  const hint = disabled && reason ? reason : `${label} (${keyHint(command)})`;
  return (
    <Tooltip content={hint} side="right">
      <button
        type="button"
        {...rest}
        className="choice centred ce-tool"
        data-wanted={wanted || undefined}
        data-compact={compact || undefined}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={ariaKeys(command)}
        aria-disabled={disabled || busy || undefined}
        onClick={(event) => {
          if (disabled || busy) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {busy ? <Spinner size="2" /> : icon}
        {!compact && <span>{label}</span>}
      </button>
    </Tooltip>
  );
}
