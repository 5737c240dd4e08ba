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
