import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

/** The picture at `source`, decoded off the main thread; null while it is loading or there is none. */
export function usePicture(source: string | null) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["picture", source],
    enabled: source !== null,
    async queryFn() {
      const image = new Image();
      image.src = source ?? "";
      await image.decode();
      return image;
    },
  });
  const error = isError ? "The picture of the page could not be loaded." : null;
  return { picture: data ?? null, error, reload: refetch };
}

/** Fetches the next page's picture into the browser's cache while this one is shown. */
export function usePrefetch(source: string | null): void {
  // The current page comes first.
  useEffect(() => {
    if (!source) return;
    const timer = setTimeout(() => {
      new Image().src = source;
    }, 800);
    return () => clearTimeout(timer);
  }, [source]);
}
