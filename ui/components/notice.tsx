import { Callout } from "@radix-ui/themes";
import type { ComponentProps } from "react";

export function Notice({ children, ...callout }: ComponentProps<typeof Callout.Root>) {
  return (
    <Callout.Root size="1" {...callout}>
      <Callout.Text>{children}</Callout.Text>
    </Callout.Root>
  );
}
