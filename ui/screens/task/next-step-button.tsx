import {
  ChatBubbleIcon,
  CheckCircledIcon,
  Link2Icon,
  PaperPlaneIcon,
  ReaderIcon,
  TableIcon,
} from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { evaluatorPath, taskPath } from "../../../server/contract/pages.ts";
import { LinkDialog } from "../../components/task/link-dialog.tsx";
import { counted } from "../../format.ts";
import { openDialog } from "../../store.ts";
import { ReleaseDialog } from "../release/release-dialog.tsx";
import type { NextStep } from "./next-step.ts";

export function NextStepButton({ taskId, step }: { readonly taskId: string; readonly step: NextStep }) {
  switch (step.kind) {
    case "share":
      return (
        <Button size="3" onClick={() => openDialog(<LinkDialog taskId={taskId} />)}>
          <Link2Icon /> Share the link
        </Button>
      );
    case "review":
      return (
        <StepLink to={taskPath(taskId, "review")}>
          <CheckCircledIcon /> Review {counted(step.pages, "page")}
        </StepLink>
      );
    case "confirm":
      return (
        <StepLink to={taskPath(taskId, "review")}>
          <CheckCircledIcon /> Confirm {counted(step.pages, "grade")}
        </StepLink>
      );
    case "answer":
      return (
        <StepLink to={taskPath(taskId, "review")}>
          <ChatBubbleIcon /> Answer {counted(step.pages, "regrade request")}
        </StepLink>
      );
    case "open":
      return (
        <StepLink to={evaluatorPath(taskId)}>
          <ReaderIcon /> Open Task
        </StepLink>
      );
    case "release":
      return (
        <Button size="3" onClick={() => openDialog(<ReleaseDialog taskId={taskId} />)}>
          <PaperPlaneIcon /> Release {counted(step.pages, "grade")}
        </Button>
      );
    case "grades":
      return (
        <StepLink to={taskPath(taskId, "grades")}>
          <TableIcon /> See the grades
        </StepLink>
      );
  }
}

/**
 * A link to the tab with the next step, unless that is open. The page gets the focus: Enter, which accepts a page in
 * Review, would follow the link again.
 */
function StepLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const { pathname, search } = useLocation();
  if (pathname + search === to) return null;
  return (
    <Button asChild size="3">
      <Link to={to} onClick={({ currentTarget }) => currentTarget.closest("main")?.focus({ preventScroll: true })}>
        {children}
      </Link>
    </Button>
  );
}
