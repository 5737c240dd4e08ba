import { useSearchParams } from "react-router-dom";
import { NO_FILTERS, type TaskFilters } from "./task-list.ts";

/** The filters stand in the address: going back to the list finds it as it was. `null` clears them. */
export function useFilters(): [TaskFilters, (part: Partial<TaskFilters> | null) => void] {
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(NO_FILTERS) as (keyof TaskFilters)[];
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ""])) as unknown as TaskFilters;

  function change(part: Partial<TaskFilters> | null): void {
    const next = part === null ? NO_FILTERS : { ...filters, ...part };
    const given = Object.entries(next).filter(([, value]) => value !== "");
    setSearch(Object.fromEntries(given), { replace: true, preventScrollReset: true });
  }

  return [filters, change];
}
