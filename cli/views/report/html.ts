/** A table with a caption; every cell is already HTML. The first cell of each row is its heading. */
export function htmlTable(table: {
  readonly caption: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Class of each row, "" for none. */
  readonly rowClasses?: readonly string[];
}): string {
  const header = table.header.map((cell) => `<th scope="col">${cell}</th>`).join("");
  const rows = table.rows.map(([first = "", ...rest], index) => {
    const rowClass = table.rowClasses?.[index];
    const open = rowClass ? `<tr class="${rowClass}">` : "<tr>";
    return `${open}<th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  return (
    `<div class="scroll"><table><caption>${table.caption}</caption>` +
    `<thead><tr>${header}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`
  );
}
