import { conventionalName, isTakenFormat, type UploadPlace } from "../../../../core/rules/files/upload-check.ts";
import { isStudentId } from "../../../../core/rules/students/student-id.ts";

/** The item of a file, and the Student ID as typed so far. */
export interface NamingPlace extends UploadPlace {
  readonly studentId: string;
}

/** A file that this page names: its name follows the Student ID, and is the chosen file's own until that is known. */
export class PageNamedFile extends File {
  readonly picked: File;

  constructor(picked: File, place: NamingPlace) {
    super([picked], properName(picked.name, place) ?? picked.name, { type: picked.type });
    this.picked = picked;
  }
}

/**
 * The name that a file would get, or null if no name helps: the Student ID is not known, or the format is not accepted.
 *
 * @example
 * properName("IMG_0001.JPG", { studentId: "20230001", type: "quiz", item: 1 }); // 20230001_quiz[1].jpg
 */
export function properName(named: string, place: NamingPlace): string | null {
  return isStudentId(place.studentId) && isTakenFormat(named) ? conventionalName(named, place) : null;
}
