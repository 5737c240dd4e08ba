import { useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";

/**
 * Values that stand in the address too: going back to the page finds it as it was. What is as in `usual` is left out
 * of the address; others there may be written by hand.
 */
export function useAddressState<Values extends { readonly [Name in keyof Values]: string }>(
  usual: Values,
): [Values, (part: Partial<Values>) => void] {
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(usual) as (keyof Values & string)[];
  // The address follows in its own time; what is typed must not wait for it.
  const [values, setValues] = useState(() => {
    return Object.fromEntries(names.map((name) => [name, search.get(name) ?? usual[name]])) as unknown as Values;
  });

  // A call that takes its time may keep an earlier `change`.
  const latest = useRef(values);

  function change(part: Partial<Values>): void {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setValues(next);
    setSearch(
      (address) => {
        for (const name of names) {
          if (next[name] === usual[name]) address.delete(name);
          else address.set(name, next[name]);
        }
        return address;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return [values, change];
}
