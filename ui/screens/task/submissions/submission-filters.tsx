import { MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { SegmentedControl, TextField } from "@radix-ui/themes";
import type { Ref } from "react";
import { SUBMISSION_FILTERS, type SubmissionFilter } from "./student-rows.ts";

interface SubmissionFiltersProps {
  readonly filter: SubmissionFilter;
  /** Null: the list is short, and has no search. */
  readonly search: string | null;
  readonly searchRef: Ref<HTMLInputElement>;
  onFilter(filter: SubmissionFilter): void;
  onSearch(search: string): void;
}

export function SubmissionFilters({ filter, search, searchRef, onFilter, onSearch }: SubmissionFiltersProps) {
  return (
    <search className="row between sub-filters">
      <SegmentedControl.Root
        value={filter}
        aria-label="Filter"
        onValueChange={(value) => onFilter(value as SubmissionFilter)}
      >
        {SUBMISSION_FILTERS.map(({ value, label }) => (
          <SegmentedControl.Item key={value} value={value}>
            {label}
          </SegmentedControl.Item>
        ))}
      </SegmentedControl.Root>
      {search !== null && (
        <TextField.Root
          ref={searchRef}
          type="search"
          aria-label="Find a submission"
          placeholder="Find by ID, name or file name"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        >
          <TextField.Slot>
            <MagnifyingGlassIcon />
          </TextField.Slot>
        </TextField.Root>
      )}
    </search>
  );
}
