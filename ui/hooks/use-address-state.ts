import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useMounted } from "./use-mounted.ts";

/**
 * State that is also in the address: going back to the page restores it. Values as in `usual` are left out of the
 * address; other values may be typed by hand.
 */
export function useAddressState<Values extends { readonly [Name in keyof Values]: string }>(
  usual: Values,
): [Values, (part: Partial<Values>) => void] {
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(usual) as (keyof Values & string)[];
  const addressed = valuesIn(search);
  // The address is updated later; typing must not wait for it.
  const [values, setValues] = useState(addressed);
  const isMounted = useMounted();

  // A slow call may keep an earlier `change`.
  const latest = useRef(values);
  /** Whether the address is still on its way to `latest`. */
  const following = useRef(false);

  function valuesIn(address: URLSearchParams): Values {
    return Object.fromEntries(names.map((name) => [name, address.get(name) ?? usual[name]])) as unknown as Values;
  }

  function change(part: Partial<Values>): void {
    // The address now belongs to another page.
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

  // A link to the same page only changes the address.
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
