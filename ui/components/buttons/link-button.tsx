import { Button } from "@radix-ui/themes";
import type { ComponentProps } from "react";
import { Link } from "react-router-dom";

type LinkButtonProps = Pick<ComponentProps<typeof Button>, "size" | "variant" | "color" | "className" | "mt"> &
  Pick<ComponentProps<typeof Link>, "to" | "onClick" | "children">;

export function LinkButton({ to, onClick, children, ...button }: LinkButtonProps) {
  return (
    <Button asChild {...button}>
      <Link to={to} onClick={onClick}>
        {children}
      </Link>
    </Button>
  );
}
