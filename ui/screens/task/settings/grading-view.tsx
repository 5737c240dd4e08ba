import { Switch, Text } from "@radix-ui/themes";
import type { Task } from "../../../../server/contract/tasks/task.ts";
import { call } from "../../../api.ts";
import { renewTask } from "../../../calls/queries.ts";
import { useAction } from "../../../calls/use-action.ts";
import { NamesHidden } from "../../../components/grading/names-hidden.tsx";

export function GradingView({ task }: { readonly task: Task }) {
  const { busy, run } = useAction(async (body: { hide_names?: boolean; random_order?: boolean }) => {
    await call("setGradingView", { params: { taskId: task.id }, body });
    await renewTask(task.id);
  });

  // Not disabled while it is being saved: the switch would lose the focus.
  const off = { "aria-disabled": busy, "data-disabled": busy || undefined };
  return (
    <fieldset className="row">
      <legend className="visually-hidden">While grading</legend>
      <Text as="label" size="2" className="line">
        <Switch
          size="1"
          {...off}
          checked={task.hide_names}
          onCheckedChange={(checked) => void run({ hide_names: checked })}
        />
        Hide names until every page is graded
      </Text>
      {task.names_hidden ? (
        <>
          <NamesHidden task={task} />
          <Text size="2" color="gray">
            in an order that reveals nothing about them
          </Text>
        </>
      ) : (
        <Text as="label" size="2" className="line">
          <Switch
            size="1"
            {...off}
            checked={task.random_order}
            onCheckedChange={(checked) => void run({ random_order: checked })}
          />
          Random order
        </Text>
      )}
      {task.hide_names && !task.names_hidden && task.total_submissions > 0 && (
        <Text size="2" color="gray">
          Every page is graded: names are shown.
        </Text>
      )}
    </fieldset>
  );
}
