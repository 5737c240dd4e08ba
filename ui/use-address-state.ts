import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useMounted } from "./use-mounted.ts";

/**
 * Values that stand in the address too: going back to the page finds it as it was. What is as in `usual` is left out
 * of the address; others there may be written by hand.
 */
export function useAddressState<Values extends { readonly [Name in keyof Values]: string }>(
  usual: Values,
): [Values, (part: Partial<Values>) => void] {
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(usual) as (keyof Values & string)[];
  const addressed = valuesIn(search);
  // The address follows in its own time; what is typed must not wait for it.
  const [values, setValues] = useState(addressed);
  const isMounted = useMounted();

  // A call that takes its time may keep an earlier `change`.
  const latest = useRef(values);
  /** Whether the address is still on its way to `latest`. */
  const following = useRef(false);

  function valuesIn(address: URLSearchParams): Values {
    return Object.fromEntries(names.map((name) => [name, address.get(name) ?? usual[name]])) as unknown as Values;
  }

  function change(part: Partial<Values>): void {
    // The address is another page's by now.
    if (!isMounted()) return;
    const next = { ...latest.current, ...part };
    latest.current = next;
    setValues(next);
    following.current = !isSame(next, addressed);
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

  function isSame(some: Values, others: Values): boolean {
    return names.every((name) => some[name] === others[name]);
  }

  // A link to the same page changes the address alone.
  const followAddress = useEffectEvent(() => {
    if (isSame(addressed, latest.current)) following.current = false;
    if (following.current) return;
    latest.current = addressed;
    setValues(addressed);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what the effect is about
  useEffect(() => followAddress(), [search]);

  return [values, change];
}
