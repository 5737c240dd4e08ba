import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { listLines } from "../files/csv-rows.ts";
import { isSpreadsheet } from "../files/is-spreadsheet.ts";
import { readSpreadsheet } from "../files/read-spreadsheet.ts";
import { decodeText } from "../files/text-encoding.ts";
import { parseRoster, type Roster, readRoster, studentSheet } from "./roster.ts";

/** `ID name` for each student, then each issue. */
function summary({ students, issues, repeated }: Roster): string[] {
  return [
    ...students.map(({ studentId, name }) => `${studentId} ${name}`),
    ...repeated.map((id) => `twice: ${id}`),
    ...issues.map(({ field, message }) => `! ${field}: ${message}`.replace("! : ", "! ")),
  ];
}

const ANA = ["20240101 Ana Cruz"];
const NO_COLUMN =
  '! No column, or more than one, has Student IDs (each an 8-digit Student ID). Name the right one "student_id" in the first line.';

const SHORTENED_HINT = "a spreadsheet has shortened it. Make the column wider, or format it as text";

/** Headings of Student IDs and of names, next to birth dates under a heading that says nothing. */
const ID_HEADINGS =
  "Matr.-Nr.|MatNr|Studierenden-ID|Num. étudiant|Code apprenant|Boleta|No. de Cuenta|Legajo|Cédula|N. Matricola|Nº Mec.|Öğrenci Numarası|Nr indeksu|Osobní číslo|Student Identifier|EMPLID|Banner ID|Numeric ID|Index No.|Admission No|Mã số sinh viên|学生ID|รหัสนักศึกษา|Номер зачётки|Αριθμός Μητρώου|מספר סטודנט|رقم القيد|شماره دانشجویی|ID No.|UID|Código|الرقم";
const NAME_HEADINGS =
  "Vollname|Teilnehmer:in|Studierende/r|Participant|Learner|Nominativo|Ime in priimek|Teljes név|Nume și prenume|För- och efternamn|Fulde navn|Öğrenci Adı|Ф.И.О.|שם הסטודנט|الاسم الرباعي|نام و نام خانوادگی|中文姓名|氏名（漢字）|お名前|학생명|Nama Peserta|Pangalan|Surname & Initials|Sortable name|Name (EN)|Rufname;Nachname|F. Name;L. Name|ชื่อ;นามสกุล|Όνομα;Επίθετο|Given;Family|Known as;Surname";

/** Lists as programs and offices write them, by their documented columns. */
const LISTS: readonly (readonly [program: string, text: string, expected: readonly string[]])[] = [
  ["names and IDs with commas between all parts", "Cruz, Ana, 20240101\n", ["20240101 Cruz, Ana"]],
  [
    "a remark behind names in two columns",
    "Last name,First name,ID\nCruz,Ana,20240101,repeats\n",
    ["20240101 Ana Cruz"],
  ],
  [
    "Canvas, people",
    'Name,Login ID,SIS ID,Section,Role\n"Cruz, Ana",acruz,20240101,S1,Student\n',
    ["20240101 Cruz, Ana"],
  ],
  [
    "Canvas, gradebook",
    'Student,ID,SIS User ID,SIS Login ID,Section,Quiz (12)\n,,,,,Manual Posting\n    Points Possible,,,,,10\n"Cruz, Ana",20249999,20240101,acruz,S1,\n"Student, Test",9,,x,S1,\n',
    ["20240101 Cruz, Ana"],
  ],
  ["Moodle, participants", "First name,Last name,Email address,ID number\nAna,Cruz,ana@u.example,20240101\n", ANA],
  ["Moodle in German", "Vorname,Nachname,ID-Nummer,E-Mail-Adresse\nAna,Cruz,20240101,ana@u.example\n", ANA],
  ["Moodle in Spanish", 'Nombre,"Apellido(s)","Número de ID"\nAna,Cruz,20240101\n', ANA],
  ["Moodle in French", "Prénom,Nom,Numéro d’identification\nAna,Cruz,20240101\n", ANA],
  ["Moodle in Italian", 'Nome,Cognome,"Codice identificativo"\nAna,Cruz,20240101\n', ANA],
  ["Moodle in Russian", "Имя,Фамилия,Номер студента\nAna,Cruz,20240101\n", ANA],
  ["Moodle in Portuguese", "Nome,Apelido(s),Número ID\nAna,Cruz,20240101\n", ANA],
  ["capitals without accents", "NUMERO ETUDIANT;NOM;PRENOM\n20240101;Cruz;Ana\n", ANA],
  ["plural endings", "Student ID,Surname,Forename(s)\n20240101,Cruz,Ana\n", ANA],
  [
    "two last names",
    "Matrícula,Nombre(s),Apellido Paterno,Apellido Materno\n20240101,Ana,Cruz,Li\n",
    ["20240101 Ana Cruz Li"],
  ],
  ["numbered last names", "Matrícula;Apellido 1;2º Apellido;Nombre\n20240101;Cruz;Li;Ana\n", ["20240101 Ana Cruz Li"]],
  ["Moodle in Catalan", "NIU;Nom;Cognoms\n20240101;Ana;Cruz Li\n", ["20240101 Ana Cruz Li"]],
  [
    "both last names in Catalan",
    "NIU;Primer cognom;Segon cognom;Nom\n20240101;Cruz;Li;Ana\n",
    ["20240101 Ana Cruz Li"],
  ],
  ["headings in Galician", "DNI;Nome;Apelidos\n20240101;Ana;Cruz Li\n", ["20240101 Ana Cruz Li"]],
  ["headings in Basque", "NAN;Izena;Abizenak\n20240101;Ana;Cruz\n", ANA],
  ["headings in Slovak", "ID;Priezvisko;Meno\n20240101;Cruz;Ana\n", ANA],
  ["headings in Serbian", "Број индекса;Презиме;Име\n20240101;Круз;Ана\n", ["20240101 Ана Круз"]],
  [
    "headings in Dutch",
    "Studentnummer;Roepnaam;Tussenvoegsel;Achternaam\n20240101;Ana;de;Cruz\n",
    ["20240101 Ana de Cruz"],
  ],
  [
    "a title that has a heading's words",
    "Student number,30\nTeacher,Prof X\nStudent ID,Name\n20240101,Ana Cruz\n",
    ANA,
  ],
  [
    "headings in two languages",
    "Matrikelnr.,Name\nStudent ID,Who\n20240101,Ana Cruz\n",
    [...ANA, '! line 2: "Student ID" is not an 8-digit Student ID'],
  ],
  [
    "Stud.IP",
    "Status;Vorname;Nachname;Matrikelnummer\nautor;Ana;Cruz;20240101\ndozent;Al;Prof;20240999\n",
    [...ANA, '! line 3: Al Prof is not a student: "dozent"'],
  ],
  ["a table in Markdown", "| Student ID | Name |\n|---|:-:|\n| 20240101 | Ana Cruz |\n", ANA],
  ["a colon behind the ID", "20240101: Ana Cruz\n20240102: Bo Li\n", [...ANA, "20240102 Bo Li"]],
  ["both names in one column", "Matricola;Cognome e Nome\n20240101;Cruz Ana\n", ["20240101 Cruz Ana"]],
  ["both names after a comma", "Matrikelnr.;Nachname, Vorname\n20240101;Cruz, Ana\n", ["20240101 Cruz, Ana"]],
  ["CAMPUSonline", "REGISTRATION_NUMBER;FAMILY_NAME_OF_STUDENT;FIRST_NAME_OF_STUDENT\n20240101;Cruz;Ana\n", ANA],
  ["headings in Finnish", "Opiskelijanumero;Sukunimi;Etunimet\n20240101;Cruz;Ana\n", ANA],
  ["headings in Turkish capitals", "ÖĞRENCİ NO;ADI;SOYADI\n20240101;Ana;Cruz\n", ANA],
  ["headings in Hungarian", "Azonosító;Vezetéknév;Keresztnév\n20240101;Cruz;Ana\n", ANA],
  ["the father's name, too", "Номер;Фамилия Имя Отчество\n20240101;Иванов Иван\n", ["20240101 Иванов Иван"]],
  ["headings in Korean", "학번,성명\n20240101,김철수\n", ["20240101 김철수"]],
  ["headings in Hebrew", "תעודת זהות,שם משפחה,שם פרטי\n20240101,כהן,דנה\n", ["20240101 דנה כהן"]],
  ["headings in Persian", "شماره,نام,نام خانوادگی\n20240101,علی,رضایی\n", ["20240101 علی رضایی"]],
  ["a mobile phone next to an Indonesian NIM", "No,NIM,Nama,No HP\n1,20240101,Ana Cruz,81234567\n", ANA],
  [
    "one name only",
    "Student ID,Last Name,First Name\n20240101,-,Ana\n20240102,Bo,.\n",
    ["20240101 Ana", "20240102 Bo"],
  ],
  ["marks of direction", "student_id,name\n20240101,\u202bAna Cruz\u202c\n", ANA],
  [
    "Swiss and Indian separators",
    'student_id;name\n20’240’101;Ana Cruz\n"2,02,40,102";Bo Li\n',
    [...ANA, "20240102 Bo Li"],
  ],
  [
    "Canvas's and Moodle's own words for staff",
    "name,sis_user_id,role\nAna Cruz,20240101,StudentEnrollment\nBo Li,20240102,TaEnrollment\nAl,20240103,Trainer/in\n",
    [...ANA, '! line 3: Bo Li is not a student: "TaEnrollment"', '! line 4: Al is not a student: "Trainer/in"'],
  ],
  [
    "Brightspace",
    "OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator\n#20240101,#acruz,Cruz,Ana,a@u.example,#\n",
    ANA,
  ],
  ["Blackboard", '"Last Name"\t"First Name"\t"Username"\t"Student ID"\n"Cruz"\t"Ana"\t"acruz"\t"20240101"\n', ANA],
  ["Gradescope", "First Name,Last Name,SID,Email,Sections\nAna,Cruz,20240101,a@u.example,S1\n", ANA],
  ["Sakai", 'Student ID,Student Name,Quiz [10]\n20240101,"Ana Cruz",\n', ANA],
  [
    "OneRoster, users.csv",
    "sourcedId,status,enabledUser,role,username,givenName,familyName,middleName,identifier\nu1,active,true,student,acruz,Ana,Cruz,,20240101\n",
    ANA,
  ],
  [
    "Banner",
    "CRN,Term,ID,Student Name\n12345678,20261001,20240101,Ana Cruz\n12345678,20261001,20240102,Bo Li\n",
    [...ANA, "20240102 Bo Li"],
  ],
  ["PeopleSoft", "Select,ID,Name,Level\nSelect,20240101,Ana Cruz,Junior\n", ANA],
  ["a title above the headings", "Class Roster\nCourse: CPE 101\n\nStudent,Student ID\nAna Cruz,20240101\n", ANA],
  [
    "Google Forms",
    "Timestamp,Email Address,Student Number,Full Name\n2026/01/01 10:00,a@u.example,20240101,Ana Cruz\n",
    ANA,
  ],
  [
    "a registrar's list with counts",
    "No.,Student No.,Last Name,First Name,M.I.\n1,20240101,Cruz,Ana,B.\n,,,,\nTotal,1,,,\n",
    ["20240101 Ana B. Cruz", '! line 4: "1" is not an 8-digit Student ID'],
  ],
  [
    "a column of phone numbers",
    "Name,Phone,Matric\nAna Cruz,91234567,20240101\nBo Li,98765432,20240102\n",
    [...ANA, "20240102 Bo Li"],
  ],
  ["a column of birth dates", "Name,Birth date,No\nAna Cruz,20010203,20240101\n", ANA],
  [
    "two columns that may be IDs, without headings",
    "Ana Cruz,91234567,20240101\nBo Li,98765432,20240102\n",
    [NO_COLUMN],
  ],
  ["numbers of applicants, too", "Applicant No,Student ID,Name\n10000001,20240101,Ana Cruz\n", ANA],
  ["no headings", "Ana Cruz,20240101\nBo Li,20240102\n", [...ANA, "20240102 Bo Li"]],
  ["the row's number as #", "#,ID,Student\n1,20240101,Ana Cruz\n", ANA],
  ["headings in Arabic", "الرقم الجامعي,الاسم\n20240101,أحمد\n", ["20240101 أحمد"]],
  ["wide digits of Japanese keyboards", "学籍番号,氏名\n２０２４０１０１,山田太郎\n", ["20240101 山田太郎"]],
  ["old Mac line ends", "student_id,name\r20240101,Ana Cruz\r20240102,Bo Li\r", [...ANA, "20240102 Bo Li"]],
  ["Excel's own first line", "sep=;\r\nstudent_id;Name\r\n20240101;Ana Cruz\r\n", ANA],
  ["Excel with a byte order mark", "\uFEFFstudent_id;Name\r\n20240101;Ana Cruz\r\n", ANA],
  ["IDs as text formulas", 'student_id,name\n"=""20240101""",Ana Cruz\n', ANA],
  [
    "IDs with an apostrophe, and as decimals",
    "student_id,name\n'20240101,Ana Cruz\n20240102.0,Bo Li\n",
    [...ANA, "20240102 Bo Li"],
  ],
  [
    "IDs that became powers",
    "student_id,name\n2.02E+07,Ana Cruz\n20240102,Bo Li\n",
    ["20240102 Bo Li", `! line 2: "2.02E+07" is not an 8-digit Student ID: ${SHORTENED_HINT}`],
  ],
  [
    "IDs as powers and with separators, whose digits are all there",
    'student_id,name\n2.0240101E+07,Ana Cruz\n"20,240,102",Bo Li\n2024-0103,Cy\n2024 0104,Di\n',
    [...ANA, "20240102 Bo Li", "20240103 Cy", "20240104 Di"],
  ],
  ["characters that nobody sees", "student_id,name\n\u200e20240101\u200b,Ana Cruz\n", ANA],
  ["Arabic digits", "رقم الطالب,الاسم\n٢٠٢٤٠١٠١,أحمد\n۲۰۲۴۰۱۰۲,علی\n", ["20240101 أحمد", "20240102 علی"]],
  ["a title with commas above semicolons", "Liste, Sommer 2026\nMatrikelnummer;Name;Vorname\n20240101;Cruz;Ana\n", ANA],
  [
    "a title that is a heading elsewhere",
    "Participants;;\nKennzahl;Wer;Ort\n20240101;Ana Cruz;Graz\n20240102;Bo Li;Linz\n",
    [...ANA, "20240102 Bo Li"],
  ],
  [
    "a heading alone above a list without headings",
    "Participants\n20240101,Ana Cruz\n20240102,Bo Li\n",
    [...ANA, "20240102 Bo Li"],
  ],
  ["a number of users next to IDs", "User ID,ID,Name\n10000001,20240101,Ana Cruz\n", ANA],
  ["a title above tabs", "Class list\nStudent ID\tName\n20240101\tAna Cruz\n", ANA],
  [
    "a merged heading above the parts of names",
    "NO.,STUDENT NO.,NAME,,,REMARKS\n,,Last Name,First Name,M.I.,\n1,20240101,Cruz,Ana,B.,\n2,20240102,Li,Bo,,Dropped\n",
    ["20240101 Ana B. Cruz", '! line 4: Bo Li is no longer a student here: "Dropped"'],
  ],
  ["dates like IDs in the headings", "Student ID,Name,20260901,20260908\n20240101,Ana Cruz,P,A\n", ANA],
  [
    "dates like IDs next to a plain ID",
    "ID,Name,20260901\n20240101,Ana Cruz,P\n20240102,Bo Li,No\n",
    [...ANA, "20240102 Bo Li"],
  ],
  [
    "Canvas's analytics, whose Student ID is Canvas's own",
    '"Student Name","Student ID","Student SIS ID","Email"\n"Ana Cruz","11112222","20240101","a@u.example"\n',
    ANA,
  ],
  [
    "numbers of another program below ID, next to IDs with an unknown heading",
    "ID,Stammzahl,Name\n10000001,20240101,Ana Cruz\n10000002,20240102,Bo Li\n",
    [NO_COLUMN],
  ],
  [
    "one number below ID, next to IDs with an unknown heading",
    "ID,Stammzahl,Name\n10000001,20240101,Ana Cruz\n7,20240102,Bo Li\n8,20240103,Cy Ng\n",
    [...ANA, "20240102 Bo Li", "20240103 Cy Ng"],
  ],
  ...["Library card", "Submission ID", "Registered on"].map((heading): (typeof LISTS)[number] => [
    `numbers of something else: ${heading}`,
    `ID,${heading},Name\n20240101,30000001,Ana Cruz\n20240102,30000002,Bo Li\n`,
    [...ANA, "20240102 Bo Li"],
  ]),
  [
    "the same numbers for several students, next to ID",
    "ID,Studiengang,Name\n20240101,30000001,Ana Cruz\n20240102,30000002,Bo Li\n20240103,30000002,Cy Ng\n",
    [...ANA, "20240102 Bo Li", "20240103 Cy Ng"],
  ],
  [
    "dashes of word processors in IDs",
    "Student ID,Name\n2024\u20130101,Ana Cruz\n2024\u20110102,Bo Li\n2024\u201301\u201331,Cy Ng\n",
    [...ANA, "20240102 Bo Li", '! line 4: "2024\u201301\u201331" is not an 8-digit Student ID'],
  ],
  ...["Role;Owner", "Rolle/Status;Kurstutor", "Site Role;maintain", "Rolle;Besitzer", "User role;Facilitator"].map(
    (words): (typeof LISTS)[number] => {
      const [heading = "", role = ""] = words.split(";");
      return [
        `staff by the words of other programs: ${words}`,
        `Student ID,Name,${heading}\n20240101,Ana Cruz,Member\n20240102,Bo Li,${role}\n`,
        [...ANA, `! line 3: Bo Li is not a student: "${role}"`],
      ];
    },
  ),
  ["SITS", "SPR Code,Name\n20240101/1,Ana Cruz\n20240102/2,Bo Li\n", [...ANA, "20240102 Bo Li"]],
  ["Apogée", "COD_ETU;LIB_NOM_PAT_IND;LIB_PR1_IND\n20240101;Cruz;Ana\n", ANA],
  ["USOS", "Numer indeksu,Nazwisko,Imię,Imię 2\n20240101,Cruz,Ana,Maria\n", ["20240101 Ana Maria Cruz"]],
  ["names in two scripts", "学籍番号,漢字氏名,カナ氏名\n20240101,山田太郎,ヤマダタロウ\n", ["20240101 山田太郎"]],
  ["names of students", 'STUDENT NO.,NAMES OF STUDENTS\n20240101,"CRUZ, ANA"\n', ["20240101 CRUZ, ANA"]],
  [
    "quotation marks around everything, twice",
    '"""20240101""","""Ana Cruz"""\n"""20240102""","""Bo Li"""\n',
    [...ANA, "20240102 Bo Li"],
  ],
  [
    "headings with quotation marks",
    "“Student ID”,'Name'\n“20240101”,Ana Cruz\n'20240102',Bo Li\n",
    [...ANA, "20240102 Bo Li"],
  ],
  [
    "names with commas, without quotation marks",
    "Student ID,Name,Section\n20240101,Ana Cruz,S1\n20240102,Li, Bo,S1\n",
    [
      ...ANA,
      "20240102 ",
      "! line 3: The line has more cells than the headings, so the name is not taken: put names with a comma between quotation marks, or give every column a heading",
    ],
  ],
  [
    "a last column without a heading",
    "ID,Name,Program\n20240101,Ana Cruz,CPE,x\n20240102,Bo Li,CPE,y\n",
    [...ANA, "20240102 Bo Li"],
  ],
  ["a note behind the last column", "Student ID,Name,Room\n20240101,Ana Cruz,101,late\n", ANA],
  [
    "IDs alone, in a line",
    "20240101, 20240102; 20240103 20240104",
    ["20240101 ", "20240102 ", "20240103 ", "20240104 "],
  ],
  [
    "an ID behind the name",
    "Students:\n1. Cruz, Ana 20240101\n2. Li, Bo 20240102\n",
    ["20240101 Cruz, Ana", "20240102 Li, Bo"],
  ],
  [
    "an ID between other columns",
    "No  Name        Student ID  Prog\n1   Ana Cruz    20240101    CPE\n2   Bo Li       20240102    CPE\n",
    [...ANA, "20240102 Bo Li"],
  ],
  ["bullets", "• 20240101 Ana Cruz\n• 20240102 Bo Li\n", [...ANA, "20240102 Bo Li"]],
  ["a program behind a name with a comma", "1 20240101 CRUZ, ANA BSCPE 2\n", ["20240101 CRUZ, ANA BSCPE"]],
  [
    "lines that are cells",
    '"Student ID;Name",,\n"20240101;Ana Cruz",,\n"20240102;Li, Bo",,\n',
    [...ANA, "20240102 Li, Bo"],
  ],
  ["lines that are cells, without headings", '"20240101,Ana Cruz"\n"20240102,Bo Li"\n', [...ANA, "20240102 Bo Li"]],
  [
    "numbers on the roll next to IDs",
    "Roll No,Registration No,Name\n1,20240101,Ana Cruz\n2,20240102,Bo Li\n",
    [...ANA, "20240102 Bo Li"],
  ],
  ["a course's name, too", "Course,Name,Student ID,Student Name\nCPE 101,Logic,20240101,Ana Cruz\n", ANA],
  ["the order of the names in square brackets", "ID,Name [Last First]\n20240101,Cruz Ana\n", ["20240101 Cruz Ana"]],
  ["an ID in brackets", "Ana Cruz (20240101)\nBo Li [20240102]\n", [...ANA, "20240102 Bo Li"]],
  ["the addresses of a mail", "Ana Cruz <20240101@u.example>; Bo Li <20240102@u.example>", [...ANA, "20240102 Bo Li"]],
  ["two lines of headings", ",Name,,\nStudent ID,Last,First,MI\n20240101,Cruz,Ana,B\n", ["20240101 Ana B Cruz"]],
  [
    "the order of the names in brackets",
    'ID,"Student Name (Last, First MI)"\n20240101,"Cruz, Ana B"\n',
    ["20240101 Cruz, Ana B"],
  ],
  ["headings in one word", "StudentID,StudentName\n20240101,Ana Cruz\n", ANA],
  ["unknown headings", "Kennzahl,Wer\n20240101,Ana Cruz\n20240102,Bo Li\n", [...ANA, "20240102 Bo Li"]],
  ["only a middle initial", "Student ID,MI\n20240101,B\n", ["20240101 "]],
  ["numbers of candidates", "Candidate number,Name\n20240101,Ana Cruz\n", ANA],
  [
    "people who are no students",
    "Name,SIS ID,Role\nAna Cruz,20240101,Student\nAl Prof,11112222,Teacher\nBo Li,11112223,TA\n",
    [...ANA, '! line 3: Al Prof is not a student: "Teacher"', '! line 4: Bo Li is not a student: "TA"'],
  ],
  ["a PDF file's lines", "Class list\n1. 20240101 - Ana Cruz\n2. 20240102 - Li, Bo\n", [...ANA, "20240102 Li, Bo"]],
  [
    "columns between blanks",
    "Student ID   Name       Program\n20240101     Cruz, Ana  BSCPE\n20240102     Li, Bo     BSCPE\n",
    ["20240101 Cruz, Ana", "20240102 Li, Bo"],
  ],
  [
    "two columns of students next to each other",
    "Student ID,Name,Student ID,Name\n20240101,Ana Cruz,20240102,Bo Li\n",
    [...ANA, "! line 2: 20240102 is in a second column of Student IDs. Put all students below each other"],
  ],
  ...[
    "ID number,First name,Last name,ID number 2,First name 2,Last name 2",
    "Student 1 ID,Student 1 First Name,Student 1 Last Name,Student 2 ID,Student 2 First Name,Student 2 Last Name",
    "ID,First name,Last name,ID.1,First name.1,Last name.1",
  ].map((headings): (typeof LISTS)[number] => [
    `students next to each other, numbered: ${headings}`,
    `${headings}\n20240101,Ana,Cruz,20240102,Bo,Li\n`,
    [...ANA, "! line 2: 20240102 is in a second column of Student IDs. Put all students below each other"],
  ]),
  [
    "numbered parts of names",
    "ID number,First name,Last name 1,Last name 2\n20240101,Ana,Cruz,Li\n",
    ["20240101 Ana Cruz Li"],
  ],
  [
    "one student with and without a middle initial",
    'Student ID,Name,Section\n20240101,"Cruz, Ana",A\n20240101,"Cruz, Ana M.",B\n20240101,A. Cruz,C\n',
    ["20240101 Cruz, Ana M.", "twice: 20240101"],
  ],
  [
    "one ID with two middle names",
    "Student ID,Name\n20240101,Ana Mae Cruz\n20240101,Ana Lou Cruz\n",
    [
      "20240101 ",
      "! line 2: Student ID 20240101 is listed with different names",
      "! line 3: Student ID 20240101 is listed with different names",
    ],
  ],
  [
    "Canvas's numbers alone",
    "Student,ID,SIS Login ID\nAna Cruz,10000001,acruz\n",
    ['! line 2: "acruz" is not an 8-digit Student ID'],
  ],
  ["IDs below Student, next to sections", "Student,Section\n20240101,A\n20240102,B\n", ["20240101 ", "20240102 "]],
  ...["Contact No.", "Cell", "Receipt No", "Order No"].map((heading): (typeof LISTS)[number] => [
    `numbers that are no IDs, below ${heading}`,
    `Name,${heading}\nAna Cruz,91234567\nBo Li,98765432\n`,
    [NO_COLUMN],
  ]),
  ["Canvas's IDs with what they are", "Student,ID,SIS User ID,Section\nAna Cruz,7,UID:20240101,S1\n", ANA],
  [
    "IDs with what they are behind names",
    "Student,Info\nAna Cruz,ID: 20240101\nBo Li,ID: 20240102\n",
    [...ANA, "20240102 Bo Li"],
  ],
  [
    "phone numbers with what they are",
    "Seat,Name,Info\n1,Ana Cruz,Tel: 91234567\n2,Bo Li,Mobile: 98765432\n",
    [NO_COLUMN],
  ],
  [
    "names that are also words for numbers",
    "Ana No (20240101)\nCruz, Sid (20240102)\nBo Li ID 20240103\nCy Ng, Student No. 20240104\n",
    ["20240101 Ana No", "20240102 Cruz, Sid", "20240103 Bo Li", "20240104 Cy Ng"],
  ],
  ...[
    ["Li Wei", "Li Li"],
    ["Ana Cruz", "C. Cruz"],
    ["Ana M. Cruz", "Ana Mae Cruz", "Ana Mia Cruz"],
  ].map((names): (typeof LISTS)[number] => [
    `one ID with different names: ${names.join(", ")}`,
    `Student ID,Name\n${names.map((name) => `20240101,${name}\n`).join("")}`,
    [
      "20240101 ",
      ...names.map((_, index) => `! line ${index + 2}: Student ID 20240101 is listed with different names`),
    ],
  ]),
  ["numbered questions of a form", "1. Student ID,2. Full name\n20240101,Ana Cruz\n", ANA],
  [
    "PeopleSoft's primary name",
    'Emplid,Primary Name,Preferred Name\n20240101,Anastasia Cruz,"Cruz,Ana"\n',
    ["20240101 Anastasia Cruz"],
  ],
  ["preferred names alone", "Student ID,Preferred Name\n20240101,Ana Cruz\n", ANA],
  ...["Papéis;Professor", "Ruoli;Docente", "Role;Prowadzący", "Roller;Lärare"].map((words): (typeof LISTS)[number] => {
    const [heading = "", role = ""] = words.split(";");
    return [
      `staff in Moodle's languages: ${words}`,
      `Student ID,Name,${heading}\n20240101,Ana Cruz,Student\n20240102,Bo Li,${role}\n`,
      [...ANA, `! line 3: Bo Li is not a student: "${role}"`],
    ];
  }),
  ["TUMonline in German", "Matrikelnummer;Familien- oder Nachname;Vorname\n20240101;Cruz;Ana\n", ANA],
  ["a heading with two words for one thing", "Student ID,Surname or family name,First name\n20240101,Cruz,Ana\n", ANA],
  [
    "HISinOne, with a place that was given back",
    "Matrikelnr.;Nachname;Vorname;Status\n20240101;Cruz;Ana;zugelassen\n20240102;Li;Bo;storniert\n",
    [...ANA, '! line 3: Bo Li is no longer a student here: "storniert"'],
  ],
  ["Aeries", "Student Number,Permanent ID,Last Name,First Name\n12,20240101,Cruz,Ana\n", ANA],
  ["ZipGrade", "ZipGrade ID,External ID,First Name,Last Name\n10000001,20240101,Ana,Cruz\n", ANA],
  ["Inspera", "Candidate external ID,Candidate ID,Name\n20240101,10007,Ana Cruz\n", ANA],
  ["Schoology", "Unique ID,Building Code,First Name,Last Name\n20240101,98765432,Ana,Cruz\n", ANA],
  [
    "one student in two spellings",
    'student_id,name\n20240101,Ana Cruz\n20240101,"CRUZ, Ana"\n',
    [...ANA, "twice: 20240101"],
  ],
  [
    "one student in two sections",
    "student_id,name\n20240101,Ana Cruz\n20240101,Ana  Cruz\n",
    [...ANA, "twice: 20240101"],
  ],
  [
    "one ID with two names",
    "student_id,name\n20240101,Ana\n20240101,Bo\n",
    [
      "20240101 ",
      "! line 2: Student ID 20240101 is listed with different names",
      "! line 3: Student ID 20240101 is listed with different names",
    ],
  ],
  [
    "students who have left",
    "Student No.,Name,Status\n20240101,Ana Cruz,Enrolled\n20240102,Bo Li,**Web Withdrawn**\n20240103,Cy Ng,W\n20240103,Cy Ng,\n",
    [
      ...ANA,
      "20240103 Cy Ng",
      '! line 3: Bo Li is no longer a student here: "**Web Withdrawn**"',
      '! line 4: Cy Ng is no longer a student here: "W"',
    ],
  ],
  [
    "who has left, in remarks",
    "Matrícula;Nome;Situação\n20240101;Ana Cruz;MATRICULADO\n20240102;Bo Li;TRANCADO\n",
    [...ANA, '! line 3: Bo Li is no longer a student here: "TRANCADO"'],
  ],
  ["W for widows", "Student No.,Name,Civil Status\n20240101,Ana Cruz,W\n", ANA],
  ...[
    "Laptop status",
    "Status of laptop",
    "Clicker state",
    "Gym enrollment",
    "Situação do notebook",
    "Remarks on fees",
  ].map((heading): (typeof LISTS)[number] => [
    heading,
    `Student No.,Name,${heading}\n20240101,Ana Cruz,Inactive\n`,
    ANA,
  ]),
  ...[
    "Status",
    "Student Status",
    "Enrollment status",
    "Course enrolment status",
    "Registration_Status",
    "Reg Status Desc",
    "Situação na disciplina",
    "Status da matrícula",
    "Status in class",
    "Teilnehmerstatus",
    "Rückmeldestatus",
    "Estado del alumno",
    "Situação da matrícula",
    "Situation",
    "Observaciones",
    "Remarks:",
  ].map((heading): (typeof LISTS)[number] => [
    `who has left, by ${heading}`,
    `Student No.,Name,${heading}\n20240101,Ana Cruz,\n20240102,Bo Li,Inactive\n`,
    [...ANA, '! line 3: Bo Li is no longer a student here: "Inactive"'],
  ]),
  ...["2024-03-01", "2024-03-01 00:00:00", "01.03.2024", "3/1/24", "1-Mar", "01. Mrz", "Mar-24"].map(
    (date): (typeof LISTS)[number] => [
      `an ID that became ${date}`,
      `Student No.,Name\n20240101,Ana Cruz\n${date},Bo Li\n`,
      [
        ...ANA,
        `! line 3: "${date}" is not an 8-digit Student ID: a spreadsheet may have made a date of it. Format the column as text, and type the ID again`,
      ],
    ],
  ),
  ["quizzes that were dropped", "Student ID,Name,Quiz 1\n20240101,Ana Cruz,dropped\n", ANA],
  ["a telephone's extension", "Student ID,First Name,Last Name,Ext.\n20240101,Ana,Cruz,4711\n", ANA],
  ["IDs below Student", "Student,Name\n20240101,Ana Cruz\n", ANA],
  [
    "an address behind the name",
    "20240101 Ana Cruz ana@u.example\n20240102 Bo Li 91234567\n",
    [...ANA, "20240102 Bo Li"],
  ],
  [
    "IDs in front of names",
    "Name (original name),Email\n20240101 Ana Cruz,ana@u.example\n20240102 Bo Li,b@u.example\n",
    [...ANA, "20240102 Bo Li"],
  ],
  ["a plan of seats", "Row,1,2\nA,20240101,20240102\nB,20240103,\n", [NO_COLUMN]],
  ["W for women", "Matrikelnr.;Name;Vorname;Geschlecht\n20240101;Cruz;Ana;W\n", ANA],
  [
    "guests, and students who teach",
    "Name,SIS ID,Role\nAna Cruz,20240101,Student\nBo Li,20240102,Guest\nCy Ng,20240103,Student Assistant\n",
    [...ANA, '! line 3: Bo Li is not a student: "Guest"', '! line 4: Cy Ng is not a student: "Student Assistant"'],
  ],
  ["Workday's IDs behind names", "Student,Student ID\nAna Cruz (20240101),20240101\n", ANA],
  [
    "suffixes of names",
    "Student No.,Last Name,First Name,Ext. Name,Middle Name\n20240101,Cruz,Juan,Jr.,Reyes\n",
    ["20240101 Juan Reyes Cruz Jr."],
  ],
  ["extensions of telephones", "Student No.,Last Name,First Name,Ext.\n20240101,Cruz,Ana,101\n", ANA],
  [
    "German particles of names",
    "Matrikelnummer;Vorname;Namenszusatz;Nachname\n20240101;Ana;von;Berg\n",
    ["20240101 Ana von Berg"],
  ],
  ["headings in Norwegian", "Studentnr;Navn\n20240101;Ana Cruz\n", ANA],
  ["headings in Vietnamese", "STT,MSSV,Họ lót,Tên\n1,20240101,Nguyễn Văn,An\n", ["20240101 An Nguyễn Văn"]],
  [
    "a second given name in Spanish",
    "Matrícula,Primer Nombre,Segundo Nombre,Primer Apellido\n20240101,Ana,María,Cruz\n",
    ["20240101 Ana María Cruz"],
  ],
  [
    "each heading in two languages",
    "Matrikelnummer / Student ID;Name / Name;Vorname / First name\n20240101;Cruz;Ana\n",
    ANA,
  ],
  ["headings of required fields", "Student ID*,First Name*,Last Name*\n20240101,Ana,Cruz\n", ANA],
  ["formulas without a value", "Student ID,First name,Last name\n20240101,Ana,#REF!\n", ["20240101 Ana"]],
  ["several students with colons in a line", "20240101:Ana Cruz; 20240102: Bo Li\n", [...ANA, "20240102 Bo Li"]],
  ["several students in a line of a mail", "20240101 Ana Cruz, 20240102 Bo Li\n", [...ANA, "20240102 Bo Li"]],
  [
    "pages of a PDF file",
    "Student ID   Name\n20240101     Cruz, Ana\nPage 1 of 2\nStudent ID   Name\n20240102     Li, Bo\nPage 2 of 2\n",
    [
      "20240101 Cruz, Ana",
      "20240102 Li, Bo",
      '! line 3: "Page 1 of 2" is not an 8-digit Student ID',
      '! line 4: "Student ID   Name" is not an 8-digit Student ID',
      '! line 6: "Page 2 of 2" is not an 8-digit Student ID',
    ],
  ],
  ["Auto Multiple Choice", "# Students\nid:name:surname:email\n20240101:Ana:Cruz:ana@u.example\n", ANA],
  ["Infinite Campus", "student.lastName,student.firstName,student.studentNumber\nCruz,Ana,20240101\n", ANA],
  ["Google Workspace", "First Name [Required],Last Name [Required],Email Address\nAna,Cruz,20240101@u.example\n", ANA],
  ["Pégase", "CODE_APPRENANT;NOM_FAMILLE;PRENOM\n20240101;Cruz;Ana\n", ANA],
  ["edX", "user_id,username,student_key\n11112222,acruz,20240101\n", ["20240101 "]],
  [
    "GitHub Classroom, whose own numbers are no Student IDs",
    "identifier,github_username,github_id,name\nana@u.example,acruz,12345678,Ana Cruz\n",
    ['! line 2: "ana@u.example" is not an 8-digit Student ID'],
  ],
  ["first names below Name", "Name,Surname,ID\nAna,Cruz,20240101\n", ANA],
  ["whole names next to last names", "Student ID,Student Name,Last Name\n20240101,Ana Cruz,Cruz\n", ANA],
  ["texts in formulas", 'ID,Name\n"=T(""20240101"")","=""Ana Cruz"""\n', ANA],
  [
    "what Python writes for nothing, and a family called Null",
    "ID,First name,Last name\n20240101,None,None\n20240102,Bo,Null\n",
    ["20240101 ", "20240102 Bo Null"],
  ],
  ["UTF-8 that was taken for Windows-1252", "ID,Name\n20240101,JosÃ© MuÃ±oz â€“ Ng\n", ["20240101 José Muñoz – Ng"]],
  [
    "letters that were lost",
    "ID,Name\n20240101,Jos\uFFFD Cruz\n20240102,Bo Li\n",
    [
      "20240101 Jos\uFFFD Cruz",
      "20240102 Bo Li",
      '! line 2: Letters of "Jos\uFFFD Cruz" are lost: save the list as "CSV UTF-8", or as a spreadsheet',
    ],
  ],
  [
    "letters that Windows-1252 does not have",
    "ID,Name\n20240101,M\x81ller\n",
    [
      "20240101 M\uFFFDller",
      '! line 2: Letters of "M\uFFFDller" are lost: save the list as "CSV UTF-8", or as a spreadsheet',
    ],
  ],
  [
    "letters that were lost, without headings",
    "20240101 Ana Cruz\n20240102 Bo M?ller\n",
    [
      ...ANA,
      "20240102 Bo M?ller",
      '! line 2: Letters of "Bo M?ller" are lost: save the list as "CSV UTF-8", or as a spreadsheet',
    ],
  ],
  ["a nickname between quotation marks", 'ID,Name\n20240101,"Ana "Annie" Cruz"\n', ['20240101 Ana "Annie" Cruz']],
  ["a slash in IDs", "Student ID,Name\n2024/0101,Ana Cruz\n", ANA],
  ["times behind names", "20240101  Ana Cruz  10:00\n20240102  Bo Li  10:20\n", [...ANA, "20240102 Bo Li"]],
  ["commas of Chinese keyboards", "学号，姓名\n20240101，张三\n20240102，李四\n", ["20240101 张三", "20240102 李四"]],
  ["Chinese names without headings", "20240101，张三\n20240102，李四\n", ["20240101 张三", "20240102 李四"]],
  ["a colon behind names", "Ana Cruz: 20240101\nBo Li: 20240102\n", [...ANA, "20240102 Bo Li"]],
  ["brackets around IDs", "ID,Name\n(20240101),Ana Cruz\n[20240102],Bo Li\n", [...ANA, "20240102 Bo Li"]],
  [
    "quotation marks of Outlook",
    "'Ana Cruz' <20240101@u.example>; \"Li, Bo\" <20240102@u.example>",
    [...ANA, "20240102 Li, Bo"],
  ],
  ["backslashes of databases", 'ID,Name,Group\n20240101,"Ana \\"Annie\\" Cruz",1\n', ['20240101 Ana "Annie" Cruz']],
  [
    "a student with and without accents",
    "ID,Name\n20240101,José Muñoz\n20240101,MUNOZ Jose\n",
    ["20240101 José Muñoz", "twice: 20240101"],
  ],
  ["a colon without a blank", "Students:\n1. 20240101:Ana Cruz\n2. 20240102:Li, Bo\n", [...ANA, "20240102 Li, Bo"]],
  ["names of files", "20240101_Ana Cruz\n20240102_Bo Li\n", [...ANA, "20240102 Bo Li"]],
  ...["DropOut-36", "SummerWithdrawal-20", "Drop/Delete", "WITHDREW (W)", "No longer enrolled", "D"].map(
    (state): (typeof LISTS)[number] => [
      `who has left, as ${state}`,
      `Student No.,Name,Status\n20240101,Ana Cruz,Registered\n20240102,Bo Li,${state}\n`,
      [...ANA, `! line 3: Bo Li is no longer a student here: "${state}"`],
    ],
  ),
  ...[
    ["Dropped", "No", "x"],
    ["Drop date", "", "2026-10-02"],
    ["Active", "TRUE", "FALSE"],
    ["Enrolled?", "Y", "N"],
  ].map(([heading = "", here, left]): (typeof LISTS)[number] => [
    `who has left, by ${heading}`,
    `Student No.,Name,${heading}\n20240101,Ana Cruz,${here}\n20240102,Bo Li,${left}\n`,
    [...ANA, `! line 3: Bo Li is no longer a student here: "${heading.toLowerCase()}: ${left}"`],
  ]),
  ...["-", "N/A", "none", "0000-00-00"].map((nothing): (typeof LISTS)[number] => [
    `no date of leaving, as ${nothing}`,
    `Student No.,Name,Drop date\n20240101,Ana Cruz,${nothing}\n`,
    ANA,
  ]),
  ...["Not dropped", "Enrolled (dropped the lab)", "Never withdrew"].map((state): (typeof LISTS)[number] => [
    `who has not left, as ${state}`,
    `Student No.,Name,Status\n20240101,Ana Cruz,${state}\n`,
    ANA,
  ]),
  ["remarks about leaving", "Student No.,Name,Remarks\n20240101,Ana Cruz,may drop it\n", ANA],
  [
    "WeBWorK, without headings",
    "20240101,Cruz,Ana,C,,S1,,a@u.example,acruz\n20240102,Li,Bo,C,,S1,,b@u.example,bli\n",
    ["20240101 Cruz Ana", "20240102 Li Bo"],
  ],
  ["names in two columns, without headings", "Ana\tCruz\t20240101\nBo\tLi\t20240102\n", [...ANA, "20240102 Bo Li"]],
  [
    "one name with a comma, without headings",
    "20240101,Ana Cruz\n20240102,Li, Bo\n20240103,Cy Ng\n20240104,Di Ng\n20240105,Ed Ng\n",
    [...ANA, "20240102 Li Bo", "20240103 Cy Ng", "20240104 Di Ng", "20240105 Ed Ng"],
  ],
  ...[
    ["a middle name", "Ana,Pia,Cruz\n20240102,Bo,Jun,Li"],
    ["departments and cities", "Ana,Physics,Rome\n20240102,Bo,Law,Lima"],
    [
      "last names in a column of their own",
      "Cruz,Ana Pia\n20240102,Li,Bo\n20240103,Ng,Cy Ed\n20240104,Xu,Di Jo\n20240105,Wu,Ed Lu",
    ],
    [
      "a city behind names of one word",
      "Ana Cruz,Rome\n20240102,Bo,Lima\n20240103,Cy Ng,Oslo\n20240104,Di Ng,Riga\n20240105,Ed Ng,Bonn",
    ],
    [
      "a city behind a name with a comma",
      "Ana Cruz,Rome\n20240102,Li, Bo,Lima\n20240103,Cy Ng,Oslo\n20240104,Di Ng,Riga\n20240105,Ed Ng,Bonn",
    ],
    [
      "a program behind a name with a comma",
      "Ana Cruz,EE\n20240102,Li, Bo,EE\n20240103,Cy Ng,EE\n20240104,Di Ng,EE\n20240105,Ed Ng,EE",
    ],
  ].map(([what, rest]): (typeof LISTS)[number] => {
    const ids = rest!.split("\n").map((_, index) => `2024010${index + 1} `);
    return [`no certain names without headings: ${what}`, `20240101,${rest}\n`, ids];
  }),
  [
    "one name with a digit, without headings",
    "20240101,Ana Cruz\n20240102,Bo Li 2\n20240103,Cy Ng\n20240104,Di Ng\n20240105,Ed Ng\n",
    [...ANA, "20240102 Bo Li 2", "20240103 Cy Ng", "20240104 Di Ng", "20240105 Ed Ng"],
  ],
  ["a remark in front of names", "20240101,See me,Ana Cruz\n20240102,,Bo Li\n", [...ANA, "20240102 Bo Li"]],
  ["blanks that do not break", "20240101\u00a0Ana\u00a0Cruz\n20240102\u00a0Bo\u00a0Li\n", [...ANA, "20240102 Bo Li"]],
  ["single quotation marks", "'20240101','Ana Cruz'\n'20240102','Bo O'Neil'\n", [...ANA, "20240102 Bo O'Neil"]],
  ["a section in brackets", "20240101 Ana Cruz (BSCPE 2A)\n20240102 Bo Li (BSCPE 2A)\n", [...ANA, "20240102 Bo Li"]],
  ["the names of a video meeting", "20240101-Ana Cruz\n20240102-Bo Li\n", [...ANA, "20240102 Bo Li"]],
  [
    "addresses behind IDs",
    "Cruz, Ana (20240101) <a@u.example>; Li, Bo (20240102) <b@u.example>",
    ["20240101 Cruz, Ana", "20240102 Li, Bo"],
  ],
  ["IDs with a letter behind them", "20240101-K Ana Cruz\n20240102-K Bo Li\n", [NO_COLUMN]],
  ["numbers in front of IDs", "1. 20240101, Ana Cruz\n2. 20240102, Bo Li\n", [...ANA, "20240102 Bo Li"]],
  [
    "D for day students",
    "Student No.,Name,Status\n20240101,Ana Cruz,D\n20240102,Bo Li,D\n20240103,Cy Ng,D\n20240104,Di Ng,E\n",
    [...ANA, "20240102 Bo Li", "20240103 Cy Ng", "20240104 Di Ng"],
  ],
  [
    "DR for most of a list",
    "Student No.,Name,Status\n20240101,Ana Cruz,E\n20240102,Bo Li,DR\n20240103,Cy Ng,DR\n",
    [...ANA, '! line 3: Bo Li is no longer a student here: "DR"', '! line 4: Cy Ng is no longer a student here: "DR"'],
  ],
  [
    "Kolibri",
    "Full name,User type,ID number\nAna Cruz,LEARNER,20240101\nAl,COACH,20249999\n",
    [...ANA, '! line 3: Al is not a student: "COACH"'],
  ],
  [
    "Pix",
    "Premier prenom;Deuxieme prenom;Nom de famille;Numero etudiant\nAna;B;Cruz;20240101\n",
    ["20240101 Ana B Cruz"],
  ],
  ["other names next to whole ones", "ID,Name,Other names\n20240101,Ana Cruz,Annie\n", ANA],
  ["other names next to first ones", "ID,Surname,Other names,First name\n20240101,Cruz,B,Ana\n", ANA],
  ["one column of other names", "ID,Surname and other names\n20240101,Cruz Ana\n", ["20240101 Cruz Ana"]],
  ["a numbered participant", "ID,Participant 1\n20240101,Ana Cruz\n", ANA],
  ["first names in Nigeria", "S/N,MATRIC NO,SURNAME,OTHER NAMES\n1,20240101,Cruz,Ana\n", ANA],
  ["SIGAA", "Matrícula,Discente,Curso\n20240101,Ana Cruz,EE\n", ANA],
  ["WISEflow", "Participant name;E-mail;Student ID\nAna Cruz;a@u.example;20240101\n", ANA],
  ...["Cédula;Código estudiantil", "Cédula;Código", "RUT;Matrícula", "ת.ז.;ID"].map((ids): (typeof LISTS)[number] => [
    `numbers of identity cards, too: ${ids}`,
    `${ids};Name\n11112222;20240101;Ana Cruz\n`,
    ANA,
  ]),
  ...["Èâàíîâ Èâàí", "ëäï ãðä", "Micha³ Nowak", "ÀîÃ÷", "JosŽ Ng", "MŸller", "Jos‚ Ng", "ŽR“c", "ÊÁªÒÂ"].map(
    (name): (typeof LISTS)[number] => [
      `letters of another encoding: ${name}`,
      `ID,Name\n20240101,${name}\n`,
      [
        `20240101 ${name}`,
        `! line 2: Letters of "${name}" are lost: save the list as "CSV UTF-8", or as a spreadsheet`,
      ],
    ],
  ),
  ...[
    "Íñigo Núñez",
    "Zoë O´Brien",
    "Mª José Þórðarson",
    "Gal·la Ååström",
    "Jo\u00adAnn Ng",
    "ŠIMIĆ Žak",
    "Ka‘ahu Anne–Marie",
    "„Ana“ Ng",
  ].map((name): (typeof LISTS)[number] => [
    `the letters of ${name}`,
    `ID,Name\n20240101,${name}\n`,
    [`20240101 ${name}`],
  ]),
  ...["Código", "Email address"].map((heading): (typeof LISTS)[number] => [
    `numbers of identity cards, and ${heading} with fewer`,
    `Cédula;${heading};Name\n20240101;20249999;Ana Cruz\n20240102;20249999;Bo Li\n`,
    [...ANA, "20240102 Bo Li"],
  ]),
  [
    "names that LibreOffice split at commas, with an empty heading",
    "ID;Name;Group;\n20240101;Cruz; Ana;1\n20240102;Li; Bo;2\n20240103;Ng;3;\n",
    [
      "20240101 ",
      "20240102 ",
      "20240103 Ng",
      ...[2, 3].map(
        (line) =>
          `! line ${line}: The line has more cells than the headings, so the name is not taken: put names with a comma between quotation marks, or give every column a heading`,
      ),
    ],
  ],
  [
    "a remark in a column without a heading, as spreadsheets save it",
    'ID,Name,\n20240101,Ana Cruz,late\n20240102,"Li, Bo",\n',
    [...ANA, "20240102 Li, Bo"],
  ],
  ...["20240101 - Ana Cruz - CE; 20240102 - Bo Li", "20240101 Ana Cruz and 20240102 Bo Li"].map(
    (text): (typeof LISTS)[number] => [
      `several students in a line that is read as one: ${text}`,
      `${text}\n20240103 Cy Ng\n20240104 Di Ng\n`,
      [
        "20240101 ",
        "20240103 Cy Ng",
        "20240104 Di Ng",
        "! line 1: 20240102 was not read: write each student on a line alone",
      ],
    ],
  ),
  [
    "a range",
    "20240101 to 20240102\n",
    ["20240101 ", "! line 1: 20240102 was not read: write each student on a line alone"],
  ],
  [
    "several students in a cell of names",
    "Student ID,Name\n20240101,Ana Cruz / 20240102 Bo Li\n",
    ["20240101 ", "! line 2: 20240102 was not read: write each student on a line alone"],
  ],
  [
    "a student in the line that is taken for headings",
    "Group 1: 20240101 Ana Cruz\n20240102 Bo Li\n20240103 Cy Ng\n",
    ["20240102 Bo Li", "20240103 Cy Ng", "! line 1: 20240101 was not read: write each student on a line alone"],
  ],
  [
    "students of whom each is in the line of the other, too",
    "20240101 Ana Cruz 20240102\n20240102 Bo Li 20240101\n",
    [...ANA, "20240102 Bo Li"],
  ],
  [
    "birth dates and days next to names without headings",
    "20240101 Ana Cruz 20040131 20260901\n20240102 Bo Li 20031224 20260901\n",
    [...ANA, "20240102 Bo Li"],
  ],
  [
    "Workday, with IDs behind names in one column",
    "Student,Registration Status\nAna Cruz (20240101),Registered\nBo Li (20240102),Dropped\n",
    [...ANA, '! line 3: Bo Li is no longer a student here: "Dropped"'],
  ],
  ["initials in Dutch", "Studentnummer;Voorletters;Achternaam\n20240101;A.B.;Cruz\n", ["20240101 A.B. Cruz"]],
  ...["Submission ID", "Enrolled on"].map((heading): (typeof LISTS)[number] => [
    `numbers of lines and of something else next to ID: ${heading}`,
    `No.,${heading},ID,Name\n1,30000001,20240101,Ana Cruz\n2,30000002,20240102,Bo Li\n`,
    [...ANA, "20240102 Bo Li"],
  ]),
  ...["ID,Student,Section", "Student,Section,ID"].map((headings): (typeof LISTS)[number] => [
    `a list with the headings of Canvas in another order: ${headings}`,
    `${headings}\n${headings.replace("ID", "20240101").replace("Student", "Ana Cruz")}\n`,
    ANA,
  ]),
  ...[
    "> 20240101 Ana Cruz\n> 20240102 Bo Li",
    "- [ ] 20240101 Ana Cruz\n- [x] 20240102 Bo Li",
    "🎓 20240101 Ana Cruz\n🎓 20240102 Bo Li",
    "<20240101> Ana Cruz\n<20240102> Bo Li",
    "20240101 / Ana Cruz\n20240102 = Bo Li",
    "20240101 → Ana Cruz\n20240102 -> Bo Li",
    "2024-0101 Ana Cruz\n2024-0102 Bo Li",
    "２０２４０１０１　Ana Cruz\n٢٠٢٤٠١٠٢ Bo Li",
    "Ana Cruz ..... 20240101\nBo Li ........ 20240102",
    "Ana Cruz (20240101) Student\nBo Li (20240102) Student",
  ].map((text): (typeof LISTS)[number] => [`signs around IDs: ${text}`, `${text}\n`, [...ANA, "20240102 Bo Li"]]),
  ["marks of footnotes", "ID,Name\n20240101*,Ana Cruz\n20240102† (repeats),Bo Li\n", [...ANA, "20240102 Bo Li"]],
  [
    "Blackboard, where students who dropped the course are not available",
    '"Last Name"\t"First Name"\t"Student ID"\t"Availability"\n"Cruz"\t"Ana"\t"20240101"\t"Yes"\n"Li"\t"Bo"\t"20240102"\t"No"\n',
    [...ANA, '! line 3: Bo Li is no longer a student here: "availability: No"'],
  ],
  ["a letter as a remark", "Student No.,Name,Remarks\n20240101,Ana Cruz,D\n", ANA],
  [
    "a line about its making",
    "student_id,name\n20240101,Ana Cruz\n\nGenerated by Registrar\n",
    [...ANA, '! line 4: "Generated by Registrar" is not an 8-digit Student ID'],
  ],
];

const NAMES = ["01230001 José Muñoz", "01230002 Zoë O'Brien, Jr.", "20240103 Ćiro Šimić", '20240104 Mei "May" Ng'];
const SHEETJS = ["01230001 José Muñoz", "20240103 Ćiro Šimić"];

/** Made by LibreOffice 7 and later, SheetJS 0.18.5 and ExcelJS 4.4.0: what each is read as, or why it is refused. */
const FILES: Readonly<Record<string, readonly string[] | string>> = {
  // Windows-1252 has no Ć and ć: LibreOffice writes question marks.
  "libreoffice-semicolon-1252.csv": [
    ...NAMES.with(2, "20240103 ?iro Šimi?"),
    '! line 4: Letters of "?iro Šimi?" are lost: save the list as "CSV UTF-8", or as a spreadsheet',
  ],
  "libreoffice-tab-utf16.csv": NAMES,
  "libreoffice-quoted.csv": NAMES,
  "libreoffice-bar.csv": NAMES,
  "libreoffice.ods": NAMES,
  "libreoffice.xlsx": NAMES,
  "libreoffice.xls":
    "This is an old Excel file, or one with a password. Save it as .xlsx without a password, or as CSV.",
  "sheetjs.csv": SHEETJS,
  "sheetjs.txt": SHEETJS,
  "sheetjs.ods": SHEETJS,
  "sheetjs.xlsb": "The file is damaged, or not a spreadsheet (.xlsx, .ods). Save it again, or as CSV.",
  "sheetjs.fods": ["! This is a web page or an XML file. Open it in a spreadsheet program, and save it as CSV."],
  "sheetjs.html": ["! This is a web page or an XML file. Open it in a spreadsheet program, and save it as CSV."],
  "sheetjs-numbers.xlsx": [
    "20240101 Ana",
    "20240102 Cy",
    '! line 3: "1230001" is not an 8-digit Student ID; with the zeros that spreadsheets drop: 01230001',
  ],
  // The students are on the second sheet, below a title.
  "exceljs.xlsx": [...SHEETJS, "20240104 Mei Ng (new)"],
};

describe("lists of students", () => {
  it.each(LISTS)("%s", (_, text, expected) => {
    expect(summary(parseRoster(text))).toEqual(expected);
  });

  it.each(Object.entries(FILES))("%s", async (name, expected) => {
    const bytes = await readFile(new URL(`../../testdata/course-files/${name}`, import.meta.url));
    if (!isSpreadsheet(bytes)) return expect(summary(parseRoster(decodeText(bytes)!.text))).toEqual(expected);
    const read = await readSpreadsheet(bytes);
    expect(read.ok ? summary(readRoster(studentSheet(read.sheets).lines)) : read.message).toEqual(expected);
  });

  it("has the lines of a text that was pasted into one column", () => {
    const { lines } = studentSheet([listLines("Students\n20240101 Ana Cruz\n\n20240102 Bo Li")]);
    expect(summary(readRoster(lines))).toEqual([...ANA, "20240102 Bo Li"]);
    expect(lines.at(-1)?.line).toBe(4);
    const undivided = listLines('"Student ID,Name"\n\n"20240101,Ana Cruz"');
    expect(studentSheet([undivided]).lines.at(-1)).toEqual({ cells: ["20240101", "Ana Cruz"], line: 3 });
  });

  it.each([
    "E-post",
    "Epost",
    "E-posta",
    "Email institucional",
    "Correo institucional",
    "Adres e-mail",
    "Preferred Email",
    "University E-mail Address",
    "メールアドレス",
    "Почта",
  ])("have addresses below %s", (heading) => {
    const { students } = parseRoster(`Student ID;Name;${heading}\n20240101;Ana Cruz;a@u.example\n`);
    expect(students[0]?.email).toBe("a@u.example");
  });

  it.each(["ID,Name\n20240101,Ana Cruz\n20240102,Bo Li", "Students\n20240101 Ana Cruz\n20240102 Bo Li"])(
    "leave out hidden rows of %j",
    (text) => {
      const sheet = listLines(text).map((line) => ({ ...line, hidden: line.line === 3 }));
      expect(summary(readRoster(studentSheet([sheet]).lines))).toEqual([
        ...ANA,
        "! line 3: Bo Li is in a hidden row: show the row to take the student",
      ]);
    },
  );

  it("says who is on another sheet only", () => {
    const sheets = ["20240101,Ana Cruz", "20240101,Ana Cruz\n20240102,Bo Li", "Notes"].map((text) => listLines(text));
    expect(studentSheet(sheets).lines).toBe(sheets[0]);
    expect(studentSheet(sheets).issues.map(({ message }) => message)).toEqual([
      "1 student is on another sheet only, such as 20240102. Put all students on one sheet",
    ]);
    expect(studentSheet(sheets.slice(1)).issues).toEqual([]);
  });

  it.each(ID_HEADINGS.split("|"))("have IDs, not birth dates, below %s", (heading) => {
    const list = `Xyz;${heading};Name\n20010203;20240101;Ana Cruz\n20020304;;Bo Li\n19991231;20240103;Cy Ng\n`;
    expect(summary(parseRoster(list))).toEqual([...ANA, "20240103 Cy Ng", "! line 3: Bo Li has no Student ID"]);
  });

  it("ask which of two columns has IDs if the other one has more", () => {
    const list = "Xyz;Zyx;Name\n20010203;20240101;Ana Cruz\n20020304;;Bo Li\n19991231;20240103;Cy Ng\n";
    expect(summary(parseRoster(list))).toEqual([NO_COLUMN]);
  });

  it.each(NAME_HEADINGS.split("|"))("have names below %s", (headings) => {
    const cells = headings.includes(";") ? "Ana;Cruz" : "Ana Cruz";
    expect(summary(parseRoster(`Student ID;${headings};Group\n20240101;${cells};1\n`))).toEqual(ANA);
  });
});
