import { Badge } from "@radix-ui/themes";
import type { File as Submission } from "../../../../server/contract/results/file.ts";

/** Marks a page that was handed in after the others' due date. */
export function LateBadge({ file }: { readonly file: Pick<Submission, "late"> }) {
  if (!file.late) return null;
  return (
    <Badge color="amber" title="Handed in after the due date, as an extension allows">
      Late, by extension
    </Badge>
  );
}
