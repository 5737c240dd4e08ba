import { useEffect, useState } from "react";

interface Loaded {
  readonly source: string;
  readonly picture: HTMLImageElement | null;
  readonly error: string | null;
}

/** The picture at `source`, decoded off the main thread; null while it is loading or there is none. */
export function usePicture(source: string | null): Omit<Loaded, "source"> {
  const [loaded, setLoaded] = useState<Loaded | null>(null);

  // A picture is decoded when it is needed; one that arrives too late is dropped.
  useEffect(() => {
    if (!source) return;
    let wanted = true;
    const image = new Image();
    image.src = source;
    image.decode().then(
      () => wanted && setLoaded({ source, picture: image, error: null }),
      () => wanted && setLoaded({ source, picture: null, error: "The picture of the page could not be loaded." }),
    );
    return () => {
      wanted = false;
    };
  }, [source]);

  if (loaded === null || loaded.source !== source) return { picture: null, error: null };
  return loaded;
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
