import { CaretDownIcon, CaretSortIcon, CaretUpIcon } from "@radix-ui/react-icons";
import type { ReactNode } from "react";

interface TableHeadProps {
  readonly columns: readonly string[];
  /** The last column has buttons: its name is for people who cannot see them. */
  readonly buttons?: string;
}

export function TableHead({ columns, buttons }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        {buttons && (
          <th scope="col">
            <span className="visually-hidden">{buttons}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface SortedHeadingProps {
  readonly sorted: "ascending" | "descending" | "none";
  readonly label: string;
  readonly children?: ReactNode;
  onSort(): void;
}

export function SortedHeading({ sorted, label, children, onSort }: SortedHeadingProps) {
  const marks = {
    ascending: <CaretUpIcon />,
    descending: <CaretDownIcon />,
    none: <CaretSortIcon className="sort-idle" />,
  };
  return (
    <th scope="col" aria-sort={sorted}>
      <button type="button" onClick={onSort}>
        {label} {marks[sorted]}
      </button>
      {children}
    </th>
  );
}
