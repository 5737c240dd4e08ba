import { Badge, TabNav } from "@radix-ui/themes";
import { type ComponentType, lazy, Suspense, useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import { TASK_TABS, type TaskTab, taskPath } from "../../../server/contract/pages.ts";
import { useOpenTask, useTaskWork } from "../../calls/open-task.ts";
import { LoadingPart } from "../../components/loading.tsx";
import { SubmissionsTab } from "./submissions/submissions-tab.tsx";

/** The first tab comes with the page, the others when they are first opened. */
const TABS: Readonly<Record<TaskTab, { readonly label: string; readonly Content: ComponentType }>> = {
  submissions: { label: "Submissions", Content: SubmissionsTab },
  review: {
    label: "Review",
    Content: lazy(async () => ({ default: (await import("../queue/review-tab.tsx")).ReviewTab })),
  },
  similar: {
    label: "Similar",
    Content: lazy(async () => ({ default: (await import("./similar/similar-tab.tsx")).SimilarTab })),
  },
  grades: {
    label: "Grades",
    Content: lazy(async () => ({ default: (await import("../gradebook/grades-tab.tsx")).GradesTab })),
  },
  settings: {
    label: "Settings",
    Content: lazy(async () => ({ default: (await import("./settings/settings-tab.tsx")).SettingsTab })),
  },
};

/** Where graders find the pages that are assigned to them. */
const TABS_OF_GRADERS = ["submissions", "review", "grades"] as const satisfies readonly TaskTab[];

export function TaskTabs() {
  const task = useOpenTask();
  const { queue, requests } = useTaskWork(task.id);
  const [search] = useSearchParams();
  const tabs = instructs(task) ? TASK_TABS : TABS_OF_GRADERS;
  const open = tabs.find((tab) => tab === search.get("tab")) ?? "submissions";
  const { Content } = TABS[open];
  const asked = requests.data?.requests.filter(({ answer }) => answer === null) ?? [];
  const waiting = (queue.data?.entries.length ?? 0) + asked.length;
  const strip = useRef<HTMLElement>(null);

  // On a narrow screen the strip scrolls, and the open tab may be outside of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab, and what makes the strip longer
  useEffect(() => {
    const list = strip.current?.querySelector<HTMLElement>(".task-tabs");
    const link = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !link) return;
    const [outer, inner] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
    if (inner.left < outer.left || inner.right > outer.right) list.scrollLeft += inner.left - outer.left;
  }, [open, waiting > 0]);

  return (
    <>
      <TabNav.Root aria-label="Parts of the task" className="task-tabs" ref={strip}>
        {tabs.map((tab) => (
          <TabNav.Link key={tab} asChild active={tab === open}>
            <Link to={taskPath(task.id, tab)} preventScrollReset>
              {TABS[tab].label}
              {tab === "review" && waiting > 0 && (
                <Badge color="amber" radius="full" title="Pages and regrade requests that wait for you">
                  {waiting}
                </Badge>
              )}
            </Link>
          </TabNav.Link>
        ))}
      </TabNav.Root>
      <Suspense fallback={<LoadingPart words={`Loading ${TABS[open].label}`} />}>
        <Content />
      </Suspense>
    </>
  );
}
