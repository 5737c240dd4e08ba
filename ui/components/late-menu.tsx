import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, useState } from "react";
import { useAction } from "../calls/calls.ts";
import { toast } from "../store.ts";

type MenuButton = ReactElement<ComponentProps<"button">>;

interface LateMenuProps<Given> {
  readonly button: MenuButton;
  readonly popup?: "menu" | "dialog";
  /** Fetches the menu, which is open when it appears, and has the button as its trigger. */
  load(): Promise<{ readonly Menu: ComponentType<Given & { readonly button: MenuButton }> }>;
  /** What else the menu needs. */
  readonly given: Given;
}

/**
 * A button with a menu that is fetched and made when it is first opened: a page can be used sooner without menus, and a
 * class has thousands of pages with one each.
 */
export function LateMenu<Given extends object>({ button, popup = "menu", load, given }: LateMenuProps<Given>) {
  const [menu, setMenu] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  const { run: open } = useAction(
    async () => setMenu(await load()),
    () => toast("The menu could not be loaded. Try again when you are connected.", "error"),
  );
  if (menu) return <menu.Menu button={button} {...given} />;
  return cloneElement(button, { "aria-haspopup": popup, "aria-expanded": false, onClick: () => void open() });
}
