import { CopyButton } from "./controls.tsx";

/** What was typed about something that is gone, to be copied; nothing if that is nothing. */
export function TypedText({ text }: { readonly text: string }) {
  if (text.trim() === "") return null;
  return (
    <>
      <blockquote className="lines">{text}</blockquote>
      <CopyButton text={text} label="Copy What You Typed" done="It was copied." />
    </>
  );
}
