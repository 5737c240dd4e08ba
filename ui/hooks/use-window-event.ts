import { useEffect, useEffectEvent } from "react";

export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  handle: (event: WindowEventMap[Type]) => void,
): void {
  const handler = useEffectEvent(handle);

  // The window's events come from outside of React.
  useEffect(() => {
    const listener = (event: WindowEventMap[Type]): void => handler(event);
    addEventListener(type, listener);
    return () => removeEventListener(type, listener);
  }, [type]);
}
