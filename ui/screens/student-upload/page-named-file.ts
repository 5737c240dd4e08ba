import { isStudentId } from "../../../core/rules/student-id.ts";
import { conventionalName, isTakenFormat, type UploadPlace } from "../../../core/rules/upload-check.ts";

/** Where a file is to go, and the Student ID as typed so far. */
export interface NamingPlace extends UploadPlace {
  readonly studentId: string;
}

/** A file whose name is this page's to make: it follows the Student ID, and is the picked one's until that is known. */
export class PageNamedFile extends File {
  readonly picked: File;

  constructor(picked: File, place: NamingPlace) {
    super([picked], properName(picked.name, place) ?? picked.name, { type: picked.type });
    this.picked = picked;
  }
}

/**
 * The name that a file would get, or null where no name helps: the Student ID is not known, or the format is not taken.
 *
 * @example
 * properName("IMG_0001.JPG", { studentId: "20230001", type: "quiz", item: 1 }); // 20230001_quiz[1].jpg
 */
export function properName(named: string, place: NamingPlace): string | null {
  return isStudentId(place.studentId) && isTakenFormat(named) ? conventionalName(named, place) : null;
}
