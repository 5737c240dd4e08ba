import { Text } from "@radix-ui/themes";
import { manifestText } from "../../../core/results/results-manifest.ts";
import type { GradeRows } from "../../../server/contract/file.ts";

/** What the proposal came of and, where the grade was pushed, what that came of. */
export function Provenance({ grade: { manifest, pushed_manifest: pushed } }: { readonly grade: GradeRows }) {
  if (manifest === null && pushed === null) return null;
  return (
    <section aria-label="What the results came of">
      {manifest !== null && (
        <Text size="1" as="p">
          Proposed by {manifestText(manifest)}
        </Text>
      )}
      {pushed !== null && (
        <Text size="1" as="p">
          Grade pushed, made by {manifestText(pushed)}
        </Text>
      )}
    </section>
  );
}
