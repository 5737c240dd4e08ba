import { Switch, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { Task } from "../../../../server/contract/tasks/task.ts";
import { call, messageOf } from "../../../api.ts";
import { NamesHidden } from "../../../components/grading/names-hidden.tsx";
import { toast } from "../../../store.ts";

interface GradingViewProps {
  readonly task: Task;
  onChanged(): Promise<void>;
}

/** Whether the grader sees names, and in which order pages come. */
export function GradingView({ task, onChanged }: GradingViewProps) {
  const [saving, setSaving] = useState(false);

  async function set(body: { hide_names?: boolean; random_order?: boolean }): Promise<void> {
    if (saving) return;
    setSaving(true);
    try {
      await call("setGradingView", { params: { taskId: task.id }, body });
      await onChanged();
    } catch (error) {
      toast(messageOf(error), "error");
    }
    setSaving(false);
  }

  // Not disabled while it is being saved: the switch would lose the focus.
  const off = { "aria-disabled": saving, "data-disabled": saving || undefined };
  return (
    <fieldset className="grading-view">
      <legend className="visually-hidden">While grading</legend>
      <Text as="label" size="2">
        <Switch
          size="1"
          {...off}
          checked={task.hide_names}
          onCheckedChange={(checked) => void set({ hide_names: checked })}
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
        <Text as="label" size="2">
          <Switch
            size="1"
            {...off}
            checked={task.random_order}
            onCheckedChange={(checked) => void set({ random_order: checked })}
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
