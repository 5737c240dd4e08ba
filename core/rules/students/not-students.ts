import { groupBy } from "../../basics/group-by.ts";
import { NO } from "../../basics/yes-no.ts";
import type { ListLine } from "../files/csv-rows.ts";
import { isNothing } from "./roster-columns.ts";

/** People of a course who are not its students, by their roles in the list. */
const STAFF =
  /teach|instruct|lectur|profes|assist|design|observ|admin|staff|faculty|docent|dozent|tutor|betreu|enseign|trainer|lehr[ek]|grader|\bcoach|guest|\bgast|prowadz|lärare|opettaj|undervis|učitel|oktató|tanár|öğret|преподав|викладач|教師|教员|教員|老师|老師|\bta(enrol\w*)?\b|besitzer|kursleit|^(?:course )?(?:owner|manager|creator|builder|facilitator|moderator|mentor|reader|maintain|examiner|supervisor)$/i;
/** Students who also teach, unlike "Student, Tutor". */
const STUDENT_STAFF = /\bstudent (?:teach|assist|tutor|grader|instruct|\bta\b)/i;
const ROLES =
  /^((course|user|site|member(ship)?|lms|enrol+ment) )?(user type|roles?( in (the )?course)?|roll?e\/status|role\(s\)|(kurs)?rolle[nr]?( im kurs)?|rol(es)?|pape(l|is)|ruol[io]|rool(i|it)|szerep(ek)?|роль|роли|ролі|ロール|角色)$/;
/** Stud.IP's roles, which are below "Status". */
const STUD_IP = /^(dozent|tutor)(\/?in)?$/i;

/** What columns of states and remarks say of students who have left. */
const LEFT =
  /^\W*(?:(?:web |officially |admin(?:istrative)? )?(?:withdrawn|withdrew|dropped|drop|unenrol+ed|disenrol+ed)|withdrawal|w[fpx]?|wd|wdn|d|dd|dw|drp|dr|(?:to ?be ?)?deleted|suspended|inactive|expelled|cancel+ed|abgemeldet|exmatrikuliert|zurückgetreten|storniert|abgelehnt|ausgeschieden|désinscrite?|abandon|ritirat[oa]|baja|retirad[oa]|trancad[oa]|cancelad[oa]|desistente|uitgeschreven|mengundurkan diri)[\W\d]*$/i;
/** Those that say something else if most of the list has them, as "D" for day students. */
const LEFT_CODE = /^[dw]$/i;
/** The same in longer states: "Drop/Delete", "SummerWithdrawal-20", "No longer enrolled". */
const LEFT_WORDS = /withdr[ae]w|drop ?out|\bdrop(?:ped)?\b(?!-in)|\b(?:not|no longer) (?:enrol|regist|attend)/i;
/** Who is still a student, with a word of `LEFT_WORDS`: "Not dropped", "Enrolled (dropped the lab)". */
const STAYS = /\b(?:not|never) (?:been )?(?:drop|withdr)|^\W*(?:active|enrol+ed|registered)\b/i;
/** Columns of states that are about the student, not about a laptop or a fee, as `plainHeading` gives their headings. */
const STATE = new RegExp(
  [
    /^((current|academic|student('?s)?|learner|user|course|class|section|std|enrol+(ment|ed)?|reg(\.|istration)?|matriculation|membership|withdrawal|drop|program(me)?|study) )*(status|state)( (code|desc(r(iption)?|\.)?|text|in (the )?(course|class)|of (the )?(student|enrol+ment|registration)))?$/,
    /^(teilnehmer|teilnahme|anmelde|studien|studenten|studierenden|einschreibe|einschreibungs|zulassungs|immatrikulations|belegungs|ruckmelde|kurs|inschrijvings|studie)-?status$/,
    /^status (des studenten|der (einschreibung|anmeldung)|mahasiswa|student[ae]|etudiant|(do |da )?alun[oa]|(da |de )?matricula|inschrijving)$/,
    /^((current|student|course|class|section) )?enrol+ment$/,
    /^(estado|estatus|stato|statut|situa\S*)( ((de |de la |del |do |da |no |na |di |dello |d'|de l')?(alumn[oa]|alun[oa]|estudiante|studente|etudiant|matricula|inscri\S+|iscrizione|academic[oa]|academique|curso|disciplina|cours)))?$/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
const REMARKS = /^(remarks?|notes?|comments?|observ\S*|bemerkung(en)?|keterangan)$/;
/** Columns in which anything but "No" says that a student has left, and those in which "No" does. */
const HAS_LEFT = /^(has )?(withdrawn|withdrew|dropped)( date| on)?\??$|^(withdrawal|drop) date$/;
const IS_HERE = /^(is )?(active|availab(le|ility)|enrol+ed|registered|enabled( ?user)?)\??$/;
/** How databases write that there is no date. */
const DATE_OF_ZEROS = /^0+([/.-]0+){2}/;

/** Why a list names somebody who is not a student of its course. */
export interface NotStudent {
  readonly reason: "staff" | "left";
  /** What the list says. */
  readonly said: string;
}

/**
 * Which people in a list are not students of its course: staff, and students who have left.
 *
 * @param headings as `plainHeading` gives them.
 */
export function notStudents(
  headings: readonly string[],
  lines: readonly ListLine[],
): (cells: readonly string[]) => NotStudent | null {
  const isRole = (heading: string, column: number) => {
    return (
      ROLES.test(heading) || (heading === "status" && lines.some(({ cells }) => STUD_IP.test(cells[column] ?? "")))
    );
  };
  const roleColumn = headings.findIndex(isRole);
  const columns = headings.flatMap((heading, column) => {
    const says = saysLeft(heading);
    if (says === null) return [];
    const byText = groupBy(lines, ({ cells }) => cells[column] ?? "");
    const isUsual = (text: string) => LEFT_CODE.test(text) && (byText.get(text)?.length ?? 0) > lines.length / 2;
    return [{ column, heading, says: (text: string) => says(text) && !isUsual(text) }];
  });
  return (cells) => {
    const role = cells[roleColumn] ?? "";
    const isStaff = STUDENT_STAFF.test(role) || (STAFF.test(role) && !/student|learner/i.test(role));
    if (isStaff) return { reason: "staff", said: role };
    const found = columns.find(({ column, says }) => (cells[column] ?? "") !== "" && says(cells[column]!));
    if (found === undefined) return null;
    const { column, heading } = found;
    // "Yes" below "Dropped" says nothing alone.
    const isWhole = !HAS_LEFT.test(heading) && !IS_HERE.test(heading);
    return { reason: "left", said: isWhole ? cells[column]! : `${heading}: ${cells[column]}` };
  };
}

/** Which texts below a heading say that a student has left; null for a heading of something else. */
function saysLeft(heading: string): ((text: string) => boolean) | null {
  if (STATE.test(heading)) return (text) => LEFT.test(text) || (LEFT_WORDS.test(text) && !STAYS.test(text));
  // "D" may be a remark on anything.
  if (REMARKS.test(heading)) return (text) => LEFT.test(text) && /\p{L}{2}/u.test(text);
  if (HAS_LEFT.test(heading)) return (text) => !NO.test(text) && !isNothing(text) && !DATE_OF_ZEROS.test(text);
  return IS_HERE.test(heading) ? (text) => NO.test(text) : null;
}
