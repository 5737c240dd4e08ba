import { useSearchParams } from "react-router-dom";
import { useMounted } from "./use-mounted.ts";

/**
 * State in the address: going back to the page restores it. Values as in `usual` are left out of the address; other
 * values may be typed by hand.
 */
export function useAddressState<Values extends { readonly [Name in keyof Values]: string }>(
  usual: Values,
): [Values, (part: Partial<Values>) => void] {
  const [search, setSearch] = useSearchParams();
  const isMounted = useMounted();
  const names = Object.keys(usual) as (keyof Values & string)[];
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? usual[name]]));

  function change(part: Partial<Values>): void {
    // The address now belongs to another page.
    if (!isMounted()) return;
    // A slow call may keep an earlier `change`: the address is read now.
    const address = new URLSearchParams(location.search);
    for (const name of names) {
      const value = part[name] ?? address.get(name) ?? usual[name];
      if (value === usual[name]) address.delete(name);
      else address.set(name, value);
    }
    // At once: a field shows what is typed into it.
    setSearch(address, { replace: true, preventScrollReset: true, flushSync: true });
  }

  return [values as unknown as Values, change];
}
