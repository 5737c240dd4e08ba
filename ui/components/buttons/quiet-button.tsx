import { Button, IconButton } from "@radix-ui/themes";
import type { ComponentProps } from "react";

/** A button that is only an icon; `label` is for people who cannot see it. */
export function QuietButton({ label, ...button }: ComponentProps<typeof IconButton> & { readonly label: string }) {
  return <IconButton type="button" variant="ghost" color="gray" aria-label={label} {...button} />;
}

export function SmallButton(button: ComponentProps<typeof Button>) {
  return <Button type="button" size="1" variant="soft" color="gray" {...button} />;
}
