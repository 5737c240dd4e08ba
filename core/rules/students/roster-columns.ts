import { oneLine } from "../../basics/shown-name.ts";
import type { ListLine } from "../files/csv-rows.ts";
import { repairedText } from "../files/text-encoding.ts";
import { CANVAS_IDS, idColumns, idIn, MAYBE_IDS, NATIONAL_IDS, restoredId } from "./id-column.ts";
import type { StudentIdRule } from "./student-id.ts";

/** What a column of a list of students has. */
export type ColumnRole = "id" | "name" | "first" | "middle" | "last" | "second" | "suffix" | "email";

/** How a list of students is to be read. */
export interface RosterColumns {
  /** For each column up to the last that is used; null for one that is not. */
  readonly roles: readonly (ColumnRole | null)[];
  /** How many of the list's lines are headings, or above them. */
  readonly headLines: number;
}

/** Headings as `plainHeading` gives them, without "student" and the like in front and "(Last, First)" behind. */
const HEADINGS: Readonly<Record<Exclude<ColumnRole, "id">, RegExp>> = {
  name: /^((full |primary |real ?|display ?|sortable )?names?|students?|student ?([:/*]? ?in)|studierende([/ ]?[rn])?|teilnehmer([:/*]? ?in)?|teilnehmende|participants?|learners?|candidates?|pupils?|vollname|nominativo|teljes nev|fulde navn|for och efternamn|naam student|alumn[oa](\/a)?|alun[oa](\/a)?|discente|estudiante|etudiant(e|\(e\))?|studente|navn|namn|nafn|nimi|(last|family|sur) ?(name)?,? ?(first|given) ?(name)?(,? ?(middle( ?(name|initial))?|m\.? ?i\.?))?|nama( mahasiswa| lengkap| peserta)?|nome (do|da) alun[oa]|nombre del (alumno|estudiante)|vollstandiger name|nombre completo|nom complet|nome completo|volledige naam|naam|ad soyad|nev|nom i cognoms|cognoms(,| i) nom|vor und nachname|ho (va )?ten|фио( студента)?|ф\.и\.о\.|студент|піб( студента)?|ονοματεπώνυμο|الاسم( الكامل| الرباعي)?|اسم الطالب|نام و نام خانوادگی|שם( מלא| הסטודנט| משפחה ופרטי)?|ชื่อ (นาม)?สกุล|(学生|學生|中文)?姓名|이름|성명|학생명|(漢字|学生)?氏名|お?名前|नाम)$/,
  first:
    /^((first|given|fore) ?names?|first|given|f\.? ?name|pangalan|ชื่อ|fname|vornamen?|(premier )?prenoms?|primer nombre|nombres?|(primeiro )?nome( proprio)?|voornaam|fornavn|fornamn|etunim(i|et)|imie|jmeno|meno|ime|keresztnev|prenume|izena|roepnaam|vards|vardas|eesnimi|име|ad[ıi]?|ten|lib pr1 ind|имя|ім'я|όνομα|שם פרטי|نام|名)$/,
  middle:
    /^(middle ?((name|initial)s?)?|mname|initials?|segundo nombre|deuxieme prenom|((fore|first|given) ?name|imie|nombre|prenom|vorname) 2|drugie imie|отчество|m\.? ?i\.?|(tussen|voor)voegsels?|namens(zusatz|vorsatz)|vorsatzwort)$/,
  second:
    /^((segundo|2do\.?|2[ºo]\.?) (apellido|sobrenome)|(apellido|cognom|abizena) ?2|((ap?\.?|apellido) )?materno|(segon|2n) cognom|bigarren abizena|second (last ?name|surname)|(last ?name|surname) 2)$/,
  last: /^((last|family) ?names?|last|family|familien|l\.? ?name|apelyido|นามสกุล|επίθετο|lname|surnames?|(nach|familien)namen?|nom( (de )?famille| de naissance| d'usage| usuel)?|((primer|1er\.?) )?apellidos?( paterno)?|(ap?\.? )?paterno|((primer|1r) )?cognoms?|(lehen )?abizenak?|cognome|ultimo nome|sobrenome|apelidos?|achternaam|etternavn|efternavn|efternamn|sukunimi|nazwisko|prijmeni|priezvisko|priimek|uzvards|pavarde|perekonnanimi|prezime|презиме|vezeteknev|nume|soyad[ıi]?|ho( (va )?(ten )?(đem|lot))?|lib nom pat ind|фамилия|прізвище|επώνυμο|שם משפחה|نام خانوادگی|姓)$/,
  suffix: /^((name |generational )?suffix(es)?|(name )?ext(ension|\.)?( name)?)$/,
  email:
    /^(((preferred|primary|university|campus|school|institutional|official) )?e ?mail( ?(address|adresse|adres|id))?|mail|(direccion de )?correo( electronico)?|courriel|adresse (e ?mail|de courriel)|indirizzo e ?mail|e ?mail (institu\S*|universit\S*|academic\S*)|correo (institucional|universitario)|e ?post( ?adresse?)?|e ?posta( adresi)?|e ?mel|sahkoposti(osoite)?|adres e ?mail|דוא"?ל|メール(アドレス)?|(电子)?邮箱|電子郵件|이메일|(электронная )?почта)$/,
};
const OF_STUDENT = /^(student|learner|legal|candidate|participant|ogrenci)(('?s)? (?=\D)|(?=names?$))/;
/** "(Last, First)", "[Required]", the ending of a plural, the first of several names. */
const PARTS =
  /\s*[([](?=[^()[\]]*\b(last|first|surname|family|given|full|required)\b)[^()[\]]*[)\]]$|\s*\([a-z]{1,2}\)$| 1$| of( the)? (student|candidate|learner|pupil)s?$/;
/** What lists without first names have for them. */
const CALLED =
  /^(rufname|voorletters|other ?names?|known ?as|nick ?name|(preferred|chosen|lived)( first| given)? ?name)$/;
const JOINTS = /(?: (?:a|and|e|en|et|i|in|och|og|si|und|ve|y|и) |[\s,;/&])+/;

/**
 * Names of numbers of other kinds, too, the most certain first: such a column is used only if IDs are below it, and no better
 * heading exists.
 */
const PLAIN_IDS = [
  /^(id|number|nummer|no\.?|#)$/,
  /^(uid|(user|person(al)?) (id|number|no\.?)|code|codigo|ra|numara|табельный номер|الرقم)$/,
];

/** Columns whose numbers look like IDs, but are not: other programs have numbers of their own for students. */
const OTHER_NUMBERS =
  /^(github|gitlab|google|lms|canvas)( user)? id$|whats ?app|phone|contact|\bcell\b|\bhp\b|\bzip\b|postal|postleitzahl|invoice|receipt|order|transaction|ticket|passport|mobile|\btel|handy|movil|celular|portable|\bmobil\b|\btlf\b|(?<!candi)date|birth|\bdob\b|geb|fecha|naci|nasc|naissance|urodz|narozen|doğum|dogum|рожд|生日|出生|생년|term|semester|crn/;

/** Columns that have no IDs if another one may have them. */
const NO_IDS =
  /card|karte|account|konto|bank|tax|\bnif\b|submi|registered|enrolled|joined|access|login|section|program|course|kurs|group/;

/** Headings are looked for in this many lines: some programs write a title above them. */
const HEAD = 20;

/** Of a list without headings, names are looked for in this many columns. */
const SOUGHT = 50;

const LONGEST_HEADING = 1000;

/** No heading of a name has more words. */
const MOST_WORDS = 12;

/**
 * A heading as it is compared: without case and accents, with spaces for underscores and hyphens, plain apostrophes, and
 * without quotation marks, the asterisk of fields that are required, the number of a form's question, and the "student."
 * of Infinite Campus. Only the beginning of a long one: the time of comparisons may grow with the square of its length.
 */
export function plainHeading(heading: string): string {
  return heading
    .slice(0, LONGEST_HEADING)
    .toLowerCase()
    .normalize("NFD")
    .replace(/([a-z])[\u0300-\u036f]+/g, "$1")
    .normalize()
    .replace(/[_\s-]+/g, " ")
    .replaceAll("’", "'")
    .replace(/^[\s*'"“”]+|[\s*:'"“”]+$/g, "")
    .replace(/^\d{1,2}[.)] ?(?=\p{L})/u, "")
    .replace(/^student\.(?=\p{L})/u, "");
}

/** The number in "Student ID 2" and "Student 2 ID", and Python's in "ID.1". */
const NUMBERED = /(?:^|[ .])[1-9](?= |$)/;

/**
 * The headings in a line, as `plainHeading` gives them. If students are next to each other, with numbers in their headings,
 * these are the same: "ID number" and "ID number 2".
 */
function plainHeadings(cells: readonly string[]): string[] {
  const plain = cells.map(plainHeading);
  const bare = plain.map((heading) => heading.replace(NUMBERED, "").trim());
  const isId = (heading: string) => idColumns([heading]).length > 0 || plainIdColumns([heading]).length > 0;
  const areNumbered = bare.some(
    (heading, column) => plain[column] !== heading && bare.indexOf(heading) !== column && isId(heading),
  );
  return areNumbered ? bare : plain;
}

/** Finds the columns of a list of students by its headings, or, if it has none, by what is in them. */
export function findColumns(lines: readonly ListLine[], ids: StudentIdRule): RosterColumns {
  // Dates above columns of attendance may look like IDs.
  const hasId = ({ cells }: ListLine) =>
    cells.some((cell) => ids.matches(idIn(cell))) && !isHeading(plainHeadings(cells));
  const heads = lines.slice(0, HEAD).map((line) => (hasId(line) ? [] : plainHeadings(line.cells)));
  const isOneColumn = lines.every(({ cells }) => cells.length === 1);
  const isHead = [
    (cells: readonly string[]) => idColumns(cells).length > 0,
    (cells: readonly string[]) => plainIdColumns(cells).length > 0,
    // "Participants" alone is a title.
    (cells: readonly string[]) =>
      rolesOf(cells).some((role) => role === "name" || role === "last") &&
      (isOneColumn || cells.filter((cell) => cell !== "").length > 1),
  ];
  const known = [
    headingsAbove(heads.slice(0, Math.max(0, lines.findIndex(hasId)))),
    ...isHead.map((is) => heads.findIndex(is)),
  ].find((index) => index !== -1);
  const headed = known === undefined ? 0 : known + (isSubheading(heads[known + 1], heads[known]!) ? 2 : 1);
  const headings = headingsOf(lines, headed);
  const rest = lines.slice(headed);
  const id = idColumn(headings, { rest, ids });
  // Without a known heading, the first line below titles still is one if it has words where the others have IDs.
  const isTitle = ({ cells }: ListLine) => cells.length > 1 && cells.filter((cell) => cell !== "").length === 1;
  const top = Math.max(
    0,
    lines.slice(0, HEAD).findIndex((line) => !isTitle(line) || hasId(line)),
  );
  const isTitled = known === undefined && id !== null && /^[^\d'=]/.test(lines[top]?.cells[id] ?? "");
  const headLines = isTitled ? top + 1 : headed;
  // "Student" may be the IDs, with names next to it.
  const named = withFirstNames(rolesOf(headings.map((heading, column) => (column === id ? "" : heading))), rest);
  const width = Math.max(0, ...lines.slice(0, HEAD).map(({ cells }) => cells.length));
  const byCells = known === undefined ? rolesByCells(lines.slice(headLines), Math.min(width, SOUGHT)) : [];
  const all = Array.from({ length: width }, (_, column): ColumnRole | null => {
    if (column === id) return "id";
    return (known === undefined ? byCells[column] : named[column]) ?? null;
  });
  return { roles: all.slice(0, all.findLastIndex((role) => role !== null) + 1), headLines };
}

/** Whether cells, as `plainHeading` gives them, are headings of IDs, or of a number and names. */
function isHeading(cells: readonly string[]): boolean {
  const hasName = () => rolesOf(cells).some((role) => role === "name" || role === "last");
  return idColumns(cells).length > 0 || (plainIdColumns(cells).length > 0 && hasName());
}

/** Whether a line has the parts of a name that is a merged cell in the line above it, which has the IDs' heading. */
function isSubheading(cells: readonly string[] = [], above: readonly string[]): boolean {
  const roles = rolesOf(cells);
  return isHeading(above) && !isHeading(cells) && (roles.includes("first") || roles.includes("last"));
}

/** What is above a list's columns, as `plainHeading` gives it, in the last of its head lines or in the last two. */
export function headingsOf(lines: readonly ListLine[], headLines: number): string[] {
  const [above = [], last = []] = [headLines - 2, headLines - 1].map((at) => plainHeadings(lines[at]?.cells ?? []));
  if (!isSubheading(last, above)) return last;
  const width = Math.max(above.length, last.length);
  return Array.from({ length: width }, (_, column) => last[column] || (above[column] ?? ""));
}

/**
 * The line that says most about its columns, of several the lowest; -1 if none has a heading of IDs. Titles may have such
 * words, too, as "Student number, 30", and headings may be in two languages.
 */
function headingsAbove(heads: readonly (readonly string[])[]): number {
  const said = heads.map((cells) => (idColumns(cells).length === 0 ? -1 : rolesOf(cells).filter(Boolean).length));
  const most = Math.max(-1, ...said);
  return most === -1 ? -1 : said.lastIndexOf(most);
}

/** What a person says about the columns of a list: headings, or numbers that count from 1. */
export interface NamedColumns {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * The columns of a list as `findColumns` finds them, but for those that a person has named; an array with the names of
 * which there is no column otherwise.
 *
 * @example
 * const lines = [{ line: 1, cells: ["Nr", "Code"] }, { line: 2, cells: ["1", "20230001"] }];
 * namedColumns(lines, { named: { id: "code" }, ids: { matches: () => true, words: "a number" } }); // { roles: [null, "id"], headLines: 1 }
 */
export function namedColumns(
  lines: readonly ListLine[],
  { named, ids }: { readonly named: NamedColumns; readonly ids: StudentIdRule },
): RosterColumns | string[] {
  const { roles: found, headLines } = findColumns(lines, ids);
  const wanted = (["id", "name"] as const).flatMap((role) => {
    const heading = named[role];
    if (heading === undefined) return [];
    const isHere = ({ cells }: ListLine) => cells.some((cell) => plainHeading(cell) === plainHeading(heading));
    const head = lines.slice(0, HEAD).findIndex(isHere);
    const at = lines[head]?.cells.findIndex((cell) => plainHeading(cell) === plainHeading(heading));
    return [{ role, heading, head, column: at ?? (/^[1-9]\d{0,4}$/.test(heading) ? Number(heading) - 1 : -1) }];
  });
  const missing = wanted.filter(({ column }) => column === -1);
  if (missing.length > 0) return missing.map(({ heading }) => heading);
  const width = Math.max(found.length, ...wanted.map(({ column }) => column + 1));
  const roles = Array.from({ length: width }, (_, column): ColumnRole | null => {
    const own = wanted.find((each) => each.column === column)?.role;
    const role = found[column] ?? null;
    const isReplaced = wanted.some((each) => each.role === (role === "id" || role === "email" ? role : "name"));
    return own ?? (isReplaced ? null : role);
  });
  return { roles, headLines: Math.max(headLines, ...wanted.map(({ head }) => head + 1)) };
}

function idColumn(
  headings: readonly string[],
  { rest, ids }: { rest: readonly ListLine[]; ids: StudentIdRule },
): number | null {
  const isOther = (column: number) => OTHER_NUMBERS.test(headings[column] ?? "");
  const whole = countIds(rest, (cell) => (ids.matches(idIn(cell)) ? idIn(cell) : null), isOther);
  const headed = idColumns(headings);
  const has = (heading: string) => headings.includes(heading);
  const isNextTo = headings.indexOf("id") === headings.indexOf("student") + 1;
  const isCanvas = has("student") && has("id") && (CANVAS_IDS.some(has) || (isNextTo && has("section")));
  const plain = isCanvas ? [] : plainIdColumns(headings);
  const idsBelow = (column: number) => whole.get(column)?.size ?? 0;
  const national = headed.find((column) => NATIONAL_IDS.test(headings[column]!)) ?? -1;
  // A university may take the numbers of identity cards, next to codes of something else.
  const isFilled = (column: number) => {
    const isSure = headed.includes(column) && !MAYBE_IDS.has(headings[column]!);
    return idsBelow(column) >= (isSure ? 1 : Math.max(1, idsBelow(national)));
  };
  const others = headed.filter((column) => column !== national);
  const filled = [...others, ...plain, national].find(isFilled);
  if (filled !== undefined && plain.includes(filled)) {
    // "ID" may be another program's number, next to the IDs below a heading that is not known: one for each student.
    const isKnown = (column: number) =>
      NO_IDS.test(headings[column] ?? "") || headed.includes(column) || plain.includes(column);
    const isRival = ([column, found]: readonly [number, ReadonlySet<string>]) =>
      !isKnown(column) &&
      found.size === rest.filter(({ cells }) => ids.matches(idIn(cells[column] ?? ""))).length &&
      ![...found].every((id) => BIRTH_DATE.test(id));
    return fullest(new Map([...whole].filter((each) => each[0] === filled || isRival(each))));
  }
  const sure = filled ?? headed.find((column) => !MAYBE_IDS.has(headings[column]!));
  if (sure !== undefined) return sure;
  const short = isCanvas ? null : fullest(countIds(rest, (cell) => restoredId(cell, ids), isOther));
  return (isCanvas ? null : fullest(whole)) ?? short ?? plain[0] ?? headed[0] ?? null;
}

/** Of most students' births, unlike IDs that begin with this year. */
export const BIRTH_DATE = /^(?:19\d\d|20[01]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

/** The columns whose headings are those of numbers of any kind, the most certain first. */
function plainIdColumns(headings: readonly string[]): number[] {
  return PLAIN_IDS.flatMap((plain) => headings.flatMap((heading, column) => (plain.test(heading) ? [column] : [])));
}

/** The IDs in each column; columns without any are left out. */
function countIds(
  lines: readonly ListLine[],
  idOf: (cell: string) => string | null,
  isOther: (column: number) => boolean,
): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  for (const { cells } of lines) {
    for (const [column, cell] of cells.entries()) {
      const id = idOf(cell);
      if (id !== null && !isOther(column)) found.set(column, (found.get(column) ?? new Set()).add(id));
    }
  }
  return found;
}

/**
 * The column with the most IDs; null if another one has nearly as many and some more, as birth dates are there for students
 * without an ID, too: then a person must say which is meant.
 */
function fullest(found: ReadonlyMap<number, ReadonlySet<string>>): number | null {
  const [first, ...others] = [...found].sort(([, m], [, n]) => n.size - m.size);
  if (first === undefined) return null;
  const isUnclear = others.some(([, ids]) => ids.size >= first[1].size / 2 && [...ids].some((id) => !first[1].has(id)));
  return isUnclear ? null : first[0];
}

/** What the headings (as `plainHeading` gives them) say about their columns, but for IDs. */
export function rolesOf(headings: readonly string[]): (ColumnRole | null)[] {
  // "Nom" is the last name in French, the first one in Catalan.
  const isCatalan = headings.some((heading) => /\bcognoms?$/.test(heading.replace(PARTS, "")));
  const found = headings.map((heading): ColumnRole | null => {
    const plain = heading.replace(OF_STUDENT, "").replace(PARTS, "");
    const bare = plain.replace(/\s*[(（][^()（）]*[)）]$/, "");
    return (
      (isCatalan && plain === "nom" ? "first" : null) ??
      knownRole(plain) ??
      joinedRole(plain) ??
      translatedRole(plain) ??
      knownRole(bare)
    );
  });
  // Of several the student's, as courses have names, too; otherwise the first one.
  const isOwn = (column: number) => /^(student|learner)('?s)?( .|name)/.test(headings[column]!);
  const taken = new Map<ColumnRole, number>();
  for (const [column, role] of found.entries()) {
    const before = role === null ? -1 : taken.get(role);
    if (role !== null && (before === undefined || (isOwn(column) && !isOwn(before)))) taken.set(role, column);
  }
  const roles = found.map((role, column) => (role !== null && taken.get(role) === column ? role : null));
  const called = headings.findIndex((heading) => CALLED.test(heading));
  if (taken.has("last") && !taken.has("first") && called !== -1) roles[called] = "first";
  const isOnlyName = !["name", "first", "last"].some((role) => taken.has(role as ColumnRole));
  if (isOnlyName && /^(preferred|chosen|lived) name$/.test(headings[called] ?? "")) roles[called] = "name";
  // German lists have "Name" next to "Vorname".
  const isLast = taken.has("first") && !taken.has("last");
  return isLast ? roles.map((role) => (role === "name" ? "last" : role)) : roles;
}

/** Next to last names that are not in it, a column called "Name" has first names. */
function withFirstNames(roles: readonly (ColumnRole | null)[], lines: readonly ListLine[]): (ColumnRole | null)[] {
  const [name, last] = [roles.indexOf("name"), roles.indexOf("last")];
  const named = lines.filter(({ cells }) => cells[name] && cells[last]);
  const whole = named.filter(({ cells }) => cells[name]!.toLowerCase().includes(cells[last]!.toLowerCase()));
  const isFirst = whole.length < named.length / 2;
  return roles.map((role) => (role === "name" && isFirst ? "first" : role));
}

/** "Cognome e Nome" and "Nachname, Vorname" are a name; null for other headings. */
function joinedRole(heading: string): "name" | null {
  const all = heading.split(JOINTS).map((word) => word.replace(/^initials$/, "first"));
  const words = all.filter((word) => !HEADINGS.middle.test(word));
  if (words.length > MOST_WORDS) return null;
  const isFirst = (part: readonly string[]) => HEADINGS.first.test(part.join(" ")) || CALLED.test(part.join(" "));
  const isLast = (part: readonly string[]) => /^name$/.test(part.join(" ")) || HEADINGS.last.test(part.join(" "));
  const halves = words.slice(1).map((_, index) => [words.slice(0, index + 1), words.slice(index + 1)] as const);
  return halves.some(([a, b]) => (isFirst(a) && isLast(b)) || (isLast(a) && isFirst(b))) ? "name" : null;
}

/** What a plain heading says; null for one that is not known as it stands. */
function knownRole(heading: string): ColumnRole | null {
  return (Object.keys(HEADINGS) as (keyof typeof HEADINGS)[]).find((role) => HEADINGS[role].test(heading)) ?? null;
}

/** "Vorname / First name" is a first name, "Surname or family name" a last one; null for other headings. */
function translatedRole(heading: string): ColumnRole | null {
  const roles = heading.split(/\s*\/\s*| (?:or|oder|ou|o|of) /).map(knownRole);
  return roles.length > 1 && new Set(roles).size === 1 ? roles[0]! : null;
}

/** No longer text is taken for a name or an address. */
const MOST = 200;

/** What names are written with; ? and the last one are for letters that were lost. */
const IN_LETTERS = /^["“]?[\p{L}?\uFFFD][\p{L}\p{M}.,'’"”()\s?\uFFFD–-]+$/u;
/** Of a name: a blank or comma, or letters that need none. */
const HAS_PARTS = /[\s,]|^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]{2,}$/u;
/** How many of a column's cells must look like names: a few have other signs, or one name only. */
const MOST_CELLS = 0.8;
/** Of a first or last name: no small letter in front, as user names have. */
const CAPITAL = /^["“]?[^\p{Ll}]/u;

/**
 * Of a list without headings: columns of addresses, and the one with most texts that look like names and are mostly
 * different, or two with the parts of names next to each other. No names if more columns may have such parts: they may
 * be middle names, departments or cities.
 */
function rolesByCells(lines: readonly ListLine[], width: number): (ColumnRole | null)[] {
  const columns = Array.from({ length: width }, (_, column) => wordsBelow(lines, column));
  const parts = columns.flatMap(({ isPart, isFull }, column) => (isPart && isFull ? [column] : []));
  const most = Math.max(0, ...columns.map(({ whole }) => whole));
  const name = columns.findIndex(({ whole }) => most > 0 && whole === most);
  const ends = lines.map(({ cells }) => cells.findLastIndex((cell) => cell !== ""));
  const usual = [...ends].sort((a, b) => a - b)[Math.floor(ends.length / 2)] ?? 0;
  const isWord = (cell = "") => cell !== "" && !HAS_PARTS.test(cell);
  // A comma in a name makes its line longer, and "Cruz" is no name there.
  const isCut = lines.some(({ cells }, index) => ends[index]! > usual && isWord(cells[name]));
  const areRests = columns[name + 1]?.isPart && lines.every(({ cells }) => !cells[name + 1] || isWord(cells[name]));
  const isName = !isCut && (columns[name]?.isWhole || parts.every((column) => column === name));
  const first = name === -1 ? parts[0]! : name;
  const isPair = name === -1 ? parts.length === 2 && parts[1] === first + 1 : areRests;
  return columns.map(({ isEmail }, column) => {
    if (isEmail) return "email";
    if (isPair) return column === first ? "first" : column === first + 1 ? "last" : null;
    return isName && column === name ? "name" : null;
  });
}

/** What the cells of a column look like. */
function wordsBelow(lines: readonly ListLine[], column: number) {
  const cells = lines.flatMap(({ cells }) => unquoted(cells[column] ?? "") || []);
  const isEmail = cells.length > 0 && cells.every((cell) => /^\S+@\S+$/.test(cell));
  const isOther = cells.some(({ length }) => length > MOST) || new Set(cells).size <= cells.length / 2;
  const words = isOther ? [] : cells.filter((cell) => IN_LETTERS.test(cell));
  const whole = words.filter((cell) => HAS_PARTS.test(cell)).length;
  const isMost = (some: number) => some > 0 && some >= cells.length * MOST_CELLS;
  return {
    isEmail,
    /** How many look like a name, 0 if they are not most. */
    whole: isMost(whole) ? whole : 0,
    /** Whether no word is alone, as first and last names are. */
    isWhole: whole === words.length,
    isPart: isMost(words.filter((cell) => CAPITAL.test(cell)).length),
    isFull: cells.length > lines.length / 2,
  };
}

/** Without quotation marks of other programs around it. */
function unquoted(cell: string): string {
  return cell.replace(/^'(.+)'$/, "$1");
}

/** What a spreadsheet shows for a formula without a value, and what programs write for nothing. */
const NOTHING = /^(?:[-–—.]+|#?n\/a|#(?:ref|name|value|null|num|div\/0|spill|nv|bezug|wert|zahl)[!?]?)$/i;
/** The same in Python and SQL; "Null" is a family's name. */
const NO_VALUE = /^(?:None|none|NaN|nan|NULL|null|<NA>)$/;

/** Whether a cell says that there is nothing in it. */
export function isNothing(cell: string): boolean {
  return NOTHING.test(cell) || NO_VALUE.test(cell);
}

/** What says in which direction a text is written. */
const UNSEEN = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Bytes that are no letters in Windows-1252: the text is in another encoding. */
const NO_LETTERS = /[\x80-\x84\x86-\x9f]/g;

/**
 * The name in a line: from one column, or from the first and last names in several; empty if there is none.
 *
 * @example
 * nameIn(["20230001", "Cruz", "Ana"], ["id", "last", "first"]); // "Ana Cruz"
 */
export function nameIn(cells: readonly string[], roles: RosterColumns["roles"]): string {
  const cellOf = (role: ColumnRole) => {
    const cell = oneLine(
      repairedText(unquoted(cells[roles.indexOf(role)] ?? ""))
        .replace(UNSEEN, "")
        .replace(NO_LETTERS, "\uFFFD"),
    )
      .replace(/\s+/g, " ")
      .replaceAll('\\"', '"')
      .trim()
      .replace(/^["“]((?:[^"“”]|["“][^"“”]*["”])*)["”]$/, "$1");
    return isNothing(cell) ? "" : cell;
  };
  if (roles.includes("name")) return cellOf("name");
  if (!roles.includes("first") && !roles.includes("last")) return "";
  const parts = (["first", "middle", "last", "second"] as const).map(cellOf);
  // "Ext." may be a telephone's.
  const suffix = cellOf("suffix").replace(/^(?!\p{L}{1,6}\.?$|[2-9](?:nd|rd|th)$).*$/u, "");
  return [...parts, suffix].filter((part) => part !== "").join(" ");
}
