import { unquotedFormula } from "../files/unquoted-formula.ts";
import type { StudentIdRule } from "./student-id.ts";

/** Canvas's columns of the university's IDs. Its column "ID" has numbers of its own, which may look like such IDs. */
export const CANVAS_IDS = ["sis user id", "sis login id", "integration id"];
export const MOODLE_IDS = ["id number", "username", "email address", "identifier"];
/** Columns in which only some courses have student IDs. */
export const MAYBE_IDS: ReadonlySet<string> = new Set([...CANVAS_IDS, ...MOODLE_IDS].slice(1));

/** Numbers of identity cards, which some universities take for their own. */
export const NATIONAL_IDS = /^(cedula|rut|ת\.?ז\.?|תעודת זהות|מס' זהות)$/;

/** Headings of student IDs in lists of courses, the most certain first; as `plainHeading` gives them. */
const ID_HEADINGS = [
  // Next to it Canvas calls its own numbers "Student ID".
  /^student sis id$/,
  /^(student|learner|university|uni) ?(id|num(ber)?\.?|no\.?|nr\.?|code|key|#)( number| no\.?)?$|^(id|number|no\.?) of( the)? student$/,
  /^(matric(ulation)?|registration|reg(d|\.)?|enrol?lment|roll|candidate) ?(id|number|no\.?|nr\.?)$|^matric$|^sid$|^org ?defined ?id$|^(sis|institution(al)?) id$/,
  /^(matrikel ?(nummer|nr\.?)|mtknr|studenten? ?(nummer|nr\.?)|student ?nummer|opintonumero|opiskelija ?numero|numer albumu|ogrenci no|nim|npm|nrp)$/,
  /^(numero|n[º°o]\.?|codigo|id) (de |del |do |d')?(estudiante|alumno|aluno|matricula|control|etudiant|studente)$/,
  /^(numero|codigo|carnet?) (estudiantil|universitario)$/,
  /^(matricula|matricola|(numero|n°|code) d?'?etudiant|carnet?|expediente|mssv|студенческий билет|номер (студенческого|студента)|зач[её]тка|الرقم الجامعي|رقم الطالب|学号|學號|学籍番号|학번)$/,
  /^(stud(\.|ent'?s?|ierenden?|enten?|ien?|ieren)?|learner|campus|banner|empl|peoplesoft|spr|index|numeric|admission|regn?|exam|prn|matr(\.|ikel)?|mat\.?|immatrikulations) ?(id(entifier)?|identification number|registration number|number|nummer|no\.?|nr\.?|code)$|^(matrikel|uin|prn)$/,
  /^(num\.?|n[°º]|cod) ?(d'|de l')?etu(diant)?$|^code apprenant$|^(n\.?|numero) matricola$|^(boleta|legajo|padron|(no\.?|numero) de cuenta)$|^(n[º°]|numero) (mec\.?|mecanografico|usp)$|^id (no\.?|nr\.?|code|#)$|^id\. number$/,
  /^(ogr\.?|ogrenci) (no|numaras[ıi])$|^((nr|numer) )?indeks(u)?$|^nr albumu$|^(osobni cislo|uco)$|^ma (so )?(sv|sinh vien)$/,
  /^(学生学号|学生(id|番号)|学生証番号|รหัส(ประจำตัว)?(นักศึกษา)?|(номер|№) зач[её]т(ки|ной книжки)|αριθμός μητρώου|αε?μ|מספר סטודנט|رقم القيد|شماره دانشجویی)$/,
  // Aeries and Synergy; ZipGrade and Inspera; Schoology.
  /^((student|candidate) )?(perm(anent)?|ext(ernal)?|unique( user)?) (candidate )?id( number)?$|^school uid$/,
  /^id ?(nummer|number)$|^numero de id$|^numero d'identification$|^numero id$|^idnumber$/,
  ...[...CANVAS_IDS, ...MOODLE_IDS].map((heading) => new RegExp(`^${heading}$`)),
  NATIONAL_IDS,
];

/** The columns whose headings (as `plainHeading` gives them) are those of student IDs, the most certain first. */
export function idColumns(headings: readonly string[]): number[] {
  // "Matrikelnummer / Student ID" is one in two languages.
  const isTranslated = (parts: readonly string[]) =>
    parts.length > 1 && parts.every((part) => ID_HEADINGS.some((heading) => heading.test(part)));
  const plain = headings.map((heading) => {
    const parts = heading.split(/\s*\/\s*/);
    return isTranslated(parts) ? parts[0]! : heading;
  });
  return [
    ...new Set(ID_HEADINGS.flatMap((heading) => plain.flatMap((each, index) => (heading.test(each) ? [index] : [])))),
  ];
}

/** What a number is called that is an ID, in front of it. */
export const ID_LABEL = "(?:student |matric(?:ulation)? ?|matrikel-?)?(?:[us]?id|no|nr|nummer|number)|matr|matrikel";

/** A list's number, or "UID:". */
const IN_FRONT = new RegExp(String.raw`^(?:\d{1,4}[.)]\s+|(?:${ID_LABEL})\.?\s*[:#]\s*)(?=\d{6,}$)`, "i");

/** `text` with 0 to 9 for the digits of keyboards in East Asia, Arabic and Persian. */
export function plainDigits(text: string): string {
  return text.replace(/[０-９٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** Longer cells hold no ID: looking for one would take time and memory that grow with the square of their length. */
const LONGEST_CELL = 200;

/**
 * The ID in a cell: also `'20230001` and `="20230001"`, as spreadsheets keep it as text, `20230001.0`, `20,230,001` and
 * `2.0230001E+07`, as they make it a number, `#20230001`, as Brightspace writes it, `２０２３０００１`, `٢٠٢٣٠٠٠١` and
 * `20230001@students.example.edu`, `20230001/1`, as SITS numbers a student's courses, `1. 20230001` of a numbered list,
 * `UID:20230001`, in quotation marks, with a footnote's mark or a note in brackets, with characters around it that nobody
 * sees.
 *
 * @example
 * idIn('="20230001"'); // "20230001"
 */
export function idIn(text: string): string {
  if (text.length > LONGEST_CELL) return text;
  const plain = plainDigits(text.normalize("NFKC").replace(/\p{Cf}/gu, "")).trim();
  const cell = unquotedFormula(plain).replace(/^['"`“”„‘’#*([]+|['"“”‘’)\]*†]+$/g, "");
  const number = cell
    .replace(/@.*$/, "")
    .replace(IN_FRONT, "")
    .replace(/^(\d{6,})(?:\/\d{1,2}|[*†]*\s*\([^()\d]*)$/, "$1")
    .replace(/^(\d+)[.,]0+$/, "$1");
  if (/^\d{1,3}([,.'’ ])(?:\d{2,3}\1)+\d{3}$/.test(number)) return number.replace(/\D/g, "");
  const [, first = "", rest = "", power] = /^(\d)[.,](\d+)E\+?(\d+)$/i.exec(number) ?? [];
  return rest !== "" && rest.length === Number(power) ? first + rest : number;
}

/** A number as spreadsheets show it in a narrow column: digits are missing. */
export const SHORTENED = /^\d[.,]?\d*E\+?\d+$/i;

/**
 * The ID that a number was before a spreadsheet dropped its leading zeros; null if it is an ID as it is, or cannot have
 * been one. At least half of its digits must be left, so that a count at a list's end is no ID.
 *
 * @example
 * restoredId("1230001", { matches: (id) => id.length === 8, words: "8 digits" }); // "01230001"
 */
export function restoredId(text: string, ids: StudentIdRule): string | null {
  const digits = idIn(text);
  if (digits.length > LONGEST_CELL || !/^\d+$/.test(digits) || ids.matches(digits)) return null;
  const longer = Array.from(digits, (_, zeros) => "0".repeat(zeros + 1) + digits);
  return longer.find((id) => ids.matches(id)) ?? null;
}
