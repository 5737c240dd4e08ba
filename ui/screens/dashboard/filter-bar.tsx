import { MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { Select, TextField } from "@radix-ui/themes";
import { groupDigits } from "../../../core/rules/students/group-number.ts";
import { DASHBOARD_TYPE_FILTER } from "../../../core/rules/tasks/task-types.ts";
import { Field } from "../../components/field.tsx";
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

/** The filters of the list of tasks. */
export function FilterBar({ filters, courses, onChange }: FilterBarProps) {
  const courseOptions = courses.map((course) => ({ value: course, label: course }));
  return (
    <search className="filters">
      <Choice
        label="Course"
        value={filters.course}
        options={courseOptions}
        onChange={(course) => onChange({ course })}
      />
      <Field label="Group" className="filter-group">
        {(ids) => (
          <TextField.Root
            {...ids}
            inputMode="numeric"
            placeholder="All"
            value={filters.group}
            onChange={(event) => onChange({ group: groupDigits(event.target.value) })}
          />
        )}
      </Field>
      <Choice
        label="Type"
        value={filters.type}
        options={DASHBOARD_TYPE_FILTER}
        onChange={(type) => onChange({ type })}
      />
      <Choice label="Status" value={filters.status} options={STATUSES} onChange={(status) => onChange({ status })} />
      <Field label="Search" className="filter-search">
        {(ids) => (
          <TextField.Root
            {...ids}
            type="search"
            placeholder="Title or class"
            value={filters.search}
            onChange={(event) => onChange({ search: event.target.value })}
          >
            <TextField.Slot>
              <MagnifyingGlassIcon />
            </TextField.Slot>
          </TextField.Root>
        )}
      </Field>
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  onChange(value: string): void;
}

/** A selector cannot hold an empty value. */
const ALL = "all";

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <Select.Root value={value || ALL} onValueChange={(chosen) => onChange(chosen === ALL ? "" : chosen)}>
          <Select.Trigger {...ids} />
          <Select.Content position="popper">
            <Select.Item value={ALL}>All</Select.Item>
            {options.map((option) => (
              <Select.Item key={option.value} value={option.value}>
                {option.label}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      )}
    </Field>
  );
}
