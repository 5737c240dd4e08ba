import { Text } from "@radix-ui/themes";
import { manifestText } from "../../../../core/results/results-manifest.ts";
import type { GradeRows } from "../../../../server/contract/results/file.ts";

export function Provenance({ grade: { manifest, pushed_manifest: pushed } }: { readonly grade: GradeRows }) {
  if (manifest === null && pushed === null) return null;
  return (
    <details>
      <summary>
        <Text size="1">What the results are based on</Text>
      </summary>
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
    </details>
  );
}
