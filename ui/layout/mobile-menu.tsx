import { DropdownMenu } from "@radix-ui/themes";
import { NavLink } from "react-router-dom";
import type { MenuProps } from "../components/late-menu.tsx";

interface MobileMenuProps extends MenuProps {
  readonly links: readonly (readonly [label: string, to: string])[];
  onLogout(): void;
}

/** The header's links on narrow screens. */
export function Menu({ button, links, onLogout }: MobileMenuProps) {
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger>{button}</DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        {links.map(([label, to]) => (
          <DropdownMenu.Item key={to} asChild>
            <NavLink to={to}>{label}</NavLink>
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Separator />
        <DropdownMenu.Item onSelect={onLogout}>Logout</DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
