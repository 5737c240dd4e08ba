import { Badge, Spinner } from "@radix-ui/themes";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { counted } from "../../../format.ts";

export function ReadingBadge({ file }: { readonly file: Submission }) {
  if (file.analysis === "failed") {
    return (
      <Badge color="red" title={file.analysis_error ?? undefined}>
        Not readable
      </Badge>
    );
  }
  if (file.analysis !== "done") {
    return (
      <Badge color="gray">
        <Spinner size="1" />
        {file.analysis === "running" ? "Reading" : "Waiting"}
      </Badge>
    );
  }
  if (file.problem_count > 0) {
    return <Badge color="amber">{counted(file.problem_count, "problem")}</Badge>;
  }
  return <Badge color="jade">Read</Badge>;
}
