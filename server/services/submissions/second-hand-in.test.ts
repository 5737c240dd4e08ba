import { expect, it } from "vitest";
import type { submissions } from "../../db/schema.ts";
import { placeSecond } from "./second-hand-in.ts";

type Submission = typeof submissions.$inferSelect;

const BEFORE: Submission = {
  id: "before",
  taskId: "t",
  studentId: "20230001",
  item: 1,
  filename: "20230001_quiz[1].png",
  mimetype: "image/png",
  size: 1,
  sha256: "0".repeat(64),
  page: 1,
  ownPaper: false,
  turn: 0,
  uploadedBy: "student",
  receivedAt: 0,
  counts: true,
  rivalId: null,
  fromElsewhere: false,
  graded: false,
  totalGrade: null,
  comment: null,
  releasedAt: null,
  legibilitySeenAt: null,
  linkId: null,
};

interface Case {
  readonly before?: Partial<Submission>;
  readonly by?: Submission["uploadedBy"];
  readonly proven?: boolean;
  readonly overtaken?: boolean;
}

function place({ before = {}, by = "student", proven = false, overtaken = false }: Case) {
  return placeSecond({
    uploadedBy: by,
    before: { ...BEFORE, ...before },
    proven: new Set(proven ? ["before"] : []),
    overtaken,
  });
}

const COUNTS = { counts: true, rivalId: null, fromElsewhere: false };
const WAITS = { counts: false, rivalId: "before", fromElsewhere: false };

it.each<[string, Case, ReturnType<typeof placeSecond>]>([
  ["a student's better picture", { proven: true }, COUNTS],
  ["one without the receipt of the earlier page", {}, { counts: true, rivalId: "before", fromElsewhere: true }],
  ["one for a graded page, with its receipt", { before: { graded: true }, proven: true }, WAITS],
  ["one for a graded page, without it", { before: { graded: true } }, { ...WAITS, fromElsewhere: true }],
  ["one for a page of a scanned stack", { before: { uploadedBy: "stack" } }, WAITS],
  ["one for a page that the instructor uploaded", { before: { uploadedBy: "instructor" } }, WAITS],
  ["one for a page that the command sent", { before: { uploadedBy: "command" } }, WAITS],
  ["the instructor's", { by: "instructor" }, COUNTS],
  ["the instructor's for a graded page", { by: "instructor", before: { graded: true } }, WAITS],
  ["one that another upload has overtaken", { proven: true, overtaken: true }, { ...COUNTS, counts: false }],
  ["one that somebody else's upload has overtaken", { overtaken: true }, { ...WAITS, fromElsewhere: true }],
])("%s", (_, given, expected) => {
  expect(place(given)).toEqual(expected);
});

it("a page with the earlier page's receipt keeps the question that the earlier page left open", () => {
  const before = { rivalId: "first", fromElsewhere: true };
  expect(place({ before, proven: true })).toEqual({ counts: true, rivalId: "first", fromElsewhere: true });
  expect(place({ before })).toEqual({ counts: true, rivalId: "before", fromElsewhere: true });
});
