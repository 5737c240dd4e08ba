import { ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { Callout } from "@radix-ui/themes";
import type { ComponentProps } from "react";

export function FormFailure({ children, ...callout }: ComponentProps<typeof Callout.Root>) {
  if (!children) return null;
  return (
    <Callout.Root color="red" size="1" role="alert" {...callout}>
      <Callout.Icon>
        <ExclamationTriangleIcon />
      </Callout.Icon>
      <Callout.Text>{children}</Callout.Text>
    </Callout.Root>
  );
}
