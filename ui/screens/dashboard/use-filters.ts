import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { NO_FILTERS, type TaskFilters } from "./task-list.ts";

/** The filters stand in the address too: going back to the list finds it as it was. `null` clears them. */
export function useFilters(): [TaskFilters, (part: Partial<TaskFilters> | null) => void] {
  const [search, setSearch] = useSearchParams();
  // The address follows in its own time; what is typed must not wait for it.
  const [filters, setFilters] = useState(() => filtersOf(search));

  function change(part: Partial<TaskFilters> | null): void {
    const next = part === null ? NO_FILTERS : { ...filters, ...part };
    setFilters(next);
    const given = Object.entries(next).filter(([, value]) => value !== "");
    setSearch(Object.fromEntries(given), { replace: true, preventScrollReset: true });
  }

  return [filters, change];
}

function filtersOf(search: URLSearchParams): TaskFilters {
  const names = Object.keys(NO_FILTERS) as (keyof TaskFilters)[];
  return Object.fromEntries(names.map((name) => [name, search.get(name) ?? ""])) as unknown as TaskFilters;
}
