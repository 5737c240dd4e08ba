import { useEffectEvent, useLayoutEffect } from "react";

export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  handle: (event: WindowEventMap[Type]) => void,
  { capture = false } = {},
): void {
  const handler = useEffectEvent(handle);

  // The window's events come from outside of React: a key is meant for what is drawn as soon as the focus is there.
  useLayoutEffect(() => {
    const listener = (event: WindowEventMap[Type]): void => handler(event);
    addEventListener(type, listener, { capture });
    return () => removeEventListener(type, listener, { capture });
  }, [type, capture]);
}
