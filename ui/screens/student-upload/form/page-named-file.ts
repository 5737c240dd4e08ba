import { type NamingPlace, properName } from "../../../../core/rules/files/upload-check.ts";

/** A file that this page names: its name follows the Student ID, and is the chosen file's own until that is known. */
export class PageNamedFile extends File {
  readonly picked: File;

  constructor(picked: File, place: NamingPlace) {
    super([picked], properName(picked.name, place) ?? picked.name, { type: picked.type });
    this.picked = picked;
  }
}
