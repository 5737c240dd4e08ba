import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, useState } from "react";
import { useAction } from "../calls/calls.ts";
import { openDialog, toast } from "../store.ts";

export interface MenuProps {
  /** What opens and closes the menu. */
  readonly button: ReactElement<ComponentProps<"button">>;
}

/** Milliseconds after the page's own script; a menu that is opened sooner is fetched then. */
const LATER = 3000;

/**
 * A button whose menu is fetched after the page, so that the page can be used sooner, but before it is needed, so that it
 * opens without a connection. The menu is rendered when it is first opened: a class has thousands of pages with one each.
 *
 * @param load fetches the menu, which is open when it is first rendered.
 */
export function lateMenu<Props extends MenuProps>(
  load: () => Promise<{ readonly Menu: ComponentType<Props> }>,
  { popup = "menu" }: { readonly popup?: "menu" | "dialog" } = {},
): (props: Props) => ReactElement {
  setTimeout(() => void load().catch(console.warn), LATER);
  return function LateMenu(props) {
    const [menu, setMenu] = useState<Awaited<ReturnType<typeof load>> | null>(null);
    const { run: open } = useAction(
      async () => setMenu(await load()),
      () => notLoaded("menu"),
    );
    if (menu) return <menu.Menu {...props} />;
    return cloneElement(props.button, { "aria-haspopup": popup, "aria-expanded": false, onClick: () => void open() });
  };
}

/**
 * A function that opens a dialog which is fetched like a late menu, unless the page was left meanwhile.
 *
 * @param load fetches the dialog.
 */
export function lateDialog<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => void {
  setTimeout(() => void load().catch(console.warn), LATER);
  async function open(props: Props): Promise<void> {
    const { href } = location;
    const Content = await load();
    if (location.href === href) openDialog(<Content {...props} />);
  }
  return (props) => void open(props).catch(() => notLoaded("dialog"));
}

function notLoaded(what: "menu" | "dialog"): void {
  toast(`The ${what} could not be loaded. Load the page again when you are connected.`, "error");
}
