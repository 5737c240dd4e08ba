import { FileTextIcon } from "@radix-ui/react-icons";
import { useEffect, useState } from "react";

export function FilePreview({ file }: { readonly file: File }) {
  const [url, setUrl] = useState<string | null>(null);

  // The browser keeps the picture in memory until it is released.
  useEffect(() => {
    if (!file.type.startsWith("image/")) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);

  if (url === null) {
    return (
      <span className="centred preview">
        <FileTextIcon aria-hidden />
      </span>
    );
  }
  return (
    <a className="centred preview" href={url} target="_blank" rel="noreferrer" aria-label={`Open ${file.name}`}>
      <img src={url} alt="" onError={() => setUrl(null)} />
    </a>
  );
}
