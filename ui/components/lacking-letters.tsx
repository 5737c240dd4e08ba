import { Callout } from "@radix-ui/themes";
import type { LackingLetters } from "../../core/fonts/lacking-letters.ts";

export function LackingLettersNote({ lacking, advice }: LackingLetters) {
  if (lacking.length === 0) return null;
  return (
    <Callout.Root color="amber" size="1" role="status">
      {lacking.map((sentence) => (
        <Callout.Text key={sentence}>{sentence}.</Callout.Text>
      ))}
      <Callout.Text>For the administrator of the server: {advice}</Callout.Text>
    </Callout.Root>
  );
}
