import { writeCsv } from "../rules/files/write-csv.ts";

export interface StudentGrades {
  readonly studentId: string;
  /** Empty if it is not known. */
  readonly name: string;
  /** In the order of the task's items; null if there is no grade. */
  readonly grades: readonly (number | null)[];
  readonly total: number | null;
}

export interface PlainStudent extends StudentGrades {
  readonly feedback: string;
  /** What of it is not confirmed; empty for nothing. */
  readonly unconfirmed?: string;
}

interface Columns<Student> {
  readonly items: readonly number[];
  readonly maximum: number;
  /** Further columns, after those that every file of grades has. */
  readonly further: Readonly<Record<string, (student: Student) => string>>;
}

/** Grades as CSV: one line for each student, with a column for each item, total and maximum first. */
export function studentsCsv<Student extends StudentGrades>(
  students: readonly Student[],
  { items, maximum, further }: Columns<Student>,
): string {
  const header = ["student_id", "name", ...items.map((item) => `item_${item}`), "total", "maximum"];
  const lines = students.map((student) => {
    const { studentId, name, grades, total } = student;
    return [studentId, name, ...grades, total, maximum, ...Object.values(further).map((cellOf) => cellOf(student))];
  });
  return writeCsv([[...header, ...Object.keys(further)], ...lines]);
}

/** Grades with feedback, to import elsewhere. The last column is there if what is unconfirmed is given. */
export function plainGrades(
  students: readonly PlainStudent[],
  scale: { items: readonly number[]; maximum: number },
): string {
  const isKnown = students.some(({ unconfirmed }) => unconfirmed !== undefined);
  const further = {
    feedback: ({ feedback }: PlainStudent) => feedback,
    ...(isKnown && { unconfirmed: ({ unconfirmed = "" }: PlainStudent) => unconfirmed }),
  };
  return studentsCsv(students, { ...scale, further });
}
