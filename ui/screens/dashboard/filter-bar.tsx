import { MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { TextField } from "@radix-ui/themes";
import { groupDigits } from "../../../core/rules/students/group-number.ts";
import { DASHBOARD_TYPE_FILTER } from "../../../core/rules/tasks/task-types.ts";
import { Choice, type ChoiceProps } from "../../components/choice.tsx";
import { TextInput } from "../../components/field.tsx";
import type { TaskFilters } from "./task-list.ts";

export interface FilterBarProps {
  readonly filters: TaskFilters;
  readonly courses: readonly string[];
  onChange(part: Partial<TaskFilters>): void;
}

const STATUSES = [
  { value: "Completed", label: "Completed" },
  { value: "Ongoing", label: "Ongoing" },
];

export function FilterBar({ filters, courses, onChange }: FilterBarProps) {
  const courseOptions = courses.map((course) => ({ value: course, label: course }));
  return (
    <search className="fields filters">
      <Filter
        label="Course"
        value={filters.course}
        options={courseOptions}
        onChange={(course) => onChange({ course })}
      />
      <TextInput
        label="Group"
        size="2"
        inputMode="numeric"
        placeholder="All"
        value={filters.group}
        onChange={(event) => onChange({ group: groupDigits(event.target.value) })}
      />
      <Filter
        label="Type"
        value={filters.type}
        options={DASHBOARD_TYPE_FILTER}
        onChange={(type) => onChange({ type })}
      />
      <Filter label="Status" value={filters.status} options={STATUSES} onChange={(status) => onChange({ status })} />
      <TextInput
        label="Search"
        size="2"
        type="search"
        className="filter-search"
        placeholder="Title or class"
        value={filters.search}
        onChange={(event) => onChange({ search: event.target.value })}
      >
        <TextField.Slot>
          <MagnifyingGlassIcon />
        </TextField.Slot>
      </TextInput>
    </search>
  );
}

/** A choice cannot hold an empty value. */
const ALL = "all";

/** A choice that may be left open: its value is empty then. */
function Filter({ label, value, options, onChange }: Pick<ChoiceProps, "label" | "value" | "options" | "onChange">) {
  return (
    <Choice
      label={label}
      size="2"
      value={value || ALL}
      options={[{ value: ALL, label: "All" }, ...options]}
      onChange={(chosen) => onChange(chosen === ALL ? "" : chosen)}
    />
  );
}
