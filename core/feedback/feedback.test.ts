import sharp from "sharp";
import { expect, test } from "vitest";
import { decodePages } from "../scan/decode-pages.ts";
import { feedbackHtml } from "./feedback-html.ts";
import { feedbackPdf } from "./feedback-pdf.ts";
import { describedResults, feedbackText, type StudentFeedback, showsReading } from "./student-feedback.ts";

const picture = await sharp({ create: { width: 600, height: 800, channels: 3, background: "#fff" } })
  .jpeg()
  .toBuffer();

const feedback: StudentFeedback = {
  madeBy: "CircuitGrade 0.1.0 · keys <1>",
  studentId: "20230001",
  name: "Ana <Niño>",
  title: "Half adder",
  total: 5,
  maximum: 15,
  items: [
    {
      item: 1,
      grade: 5,
      maximum: 10,
      handedIn: true,
      comment: "Well drawn, <script>",
      rows: [
        {
          output: "OUT 1",
          expression: "A ^ B",
          result: "Match",
          grade: 5,
          maximum: 5,
          drawn: { name: "S", expression: "A ^ B" },
          firstDifference: null,
        },
        {
          output: "OUT 2",
          expression: "A & B",
          result: "Mismatch",
          grade: 0,
          maximum: 5,
          drawn: { name: "C", expression: "A | B" },
          firstDifference: {
            row: 1,
            assignment: [
              { name: "A", value: 0 },
              { name: "B", value: 1 },
            ],
            expected: 0,
            got: 1,
          },
        },
      ],
      picture,
    },
    { item: 2, grade: null, maximum: 5, handedIn: false, comment: "", rows: [], picture: null },
  ],
};

test("the text states points, what was drawn and where it differs first", () => {
  expect(feedbackText(feedback)).toBe(
    "Item 1: 5 of 10. Well drawn, <script> OUT 1: right, A ⊕ B. OUT 2: the drawing computes A + B, a different function. " +
      "It differs first at A=0 B=1: 1 instead of 0. Item 2: nothing handed in.",
  );
});

test("the page contains the picture, and nothing in it runs", () => {
  const html = feedbackHtml(feedback);
  expect(html).toContain("data:image/jpeg;base64,");
  expect(html).toContain("Ana &lt;Niño&gt; (20230001)");
  expect(html).not.toContain("<script>");
  expect(html).toContain("<footer>CircuitGrade 0.1.0 · keys &lt;1&gt;</footer>");
  expect(feedbackHtml({ ...feedback, items: [] })).toContain("</footer></body>");
  expect(html).toContain("default-src 'none'");
});

test("one PDF has every student on a new page", { timeout: 300_000 }, async () => {
  async function* students(): AsyncGenerator<StudentFeedback> {
    for (const studentId of ["20230001", "20230002"]) yield { ...feedback, studentId };
  }
  const file = await decodePages(await feedbackPdf(students()), { maxPages: 10, maxBytes: 10_000_000 });
  if (!file.ok) throw new Error(file.failure.message);
  expect(file.pageCount).toBe(2);
  for await (const page of file.pages) expect(page.ok).toBe(true);
});

test("describes the drawing only if the grade is what its reading earns", () => {
  const results = {
    rows: feedback.items[0]!.rows,
    adjustments: [{ rule: "most_gates" as const, points: -1, reason: "One gate too many." }],
  };
  const own = describedResults(4, { proposed: 4, ...results });
  expect([own, showsReading(own)]).toEqual([results, true]);
  for (const [grade, proposed] of [
    [5, 4],
    [4, null],
    [null, null],
  ] as const) {
    const byHand = describedResults(grade, { proposed, ...results });
    expect([byHand, showsReading(byHand)]).toEqual([{ rows: [], adjustments: [] }, false]);
  }
});
