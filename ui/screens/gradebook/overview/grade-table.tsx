import type { Grades } from "../../../../server/contract/results/grades.ts";

export function GradeTable({ grades: { items, maximum, students } }: { readonly grades: Grades }) {
  const isOpen = students.some(({ unconfirmed }) => unconfirmed !== "");
  const isNamed = students.some(({ student_name }) => student_name !== "");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section className="panel table-frame" tabIndex={0} aria-label="Grades">
      <table className="table grades-table">
        <thead>
          <tr>
            <th scope="col">Student</th>
            {items.map(({ item, maximum: points }) => (
              <th key={item} scope="col">
                Item {item} <small>of {points}</small>
              </th>
            ))}
            <th scope="col">
              Total <small>of {maximum}</small>
            </th>
            {isOpen && <th scope="col">Not confirmed</th>}
          </tr>
        </thead>
        <tbody>
          {students.map(({ student_id, student_name, grades, total, unconfirmed }) => (
            <tr key={student_id}>
              <th scope="row">
                {student_id}
                {isNamed && <small>{student_name}</small>}
              </th>
              {items.map(({ item }, index) => (
                <td key={item}>{grades[index] ?? "–"}</td>
              ))}
              <td>
                <strong>{total ?? "–"}</strong>
              </td>
              {isOpen && <td className="note grades-open">{unconfirmed}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
