import { expect, test } from "vitest";
import { resultsManifest } from "../../../core/results/results-manifest.ts";
import type { GradedPage, GradeRecord } from "../../grading/grade-record.ts";
import { gradedPage as page } from "../../testdata/graded-page.ts";
import type { PagePicture } from "./page-section.ts";
import { reportHtml } from "./report.ts";

const EVIL = "<img src=x onerror=alert(1)>\"'";

function queued(parts: Partial<GradeRecord["queue"][number]> = {}): GradeRecord["queue"][number] {
  return {
    file: "stack.pdf",
    page: 2,
    student_id: null,
    item: null,
    confidence: null,
    code: "unreadable-qr",
    label: "Unreadable QR code",
    reasons: [{ code: "unreadable-qr", message: "Say whose page it is." }],
    ...parts,
  };
}

const picture: PagePicture = {
  corner: new Uint8Array([4, 5, 6]),
  jpeg: new Uint8Array([1, 2, 3]),
  reading: {
    width: 10,
    height: 10,
    gates: [],
    problems: [],
    netlist: { nets: 0, gates: [], inputs: [], outputs: [] },
    wires: [],
  },
};

async function report(
  files: readonly GradedPage[],
  {
    title = "Half adder",
    queue = [],
    groups = [],
    rubric,
  }: {
    title?: string;
    queue?: GradeRecord["queue"];
    groups?: GradeRecord["answer_groups"];
    rubric?: GradeRecord["task"]["items"][number]["rubric"];
  } = {},
): Promise<string> {
  const record: GradeRecord = {
    schema_version: 1,
    model: "abcdef",
    manifest: resultsManifest({ model: "abcdef", keyVersion: "0123456789abcdef" }),
    task: { schema_version: 1, id: "t", title, type: "quiz", items: [{ item: 1, keys: [], rubric }], maximum: 5 },
    summary: {
      pages: files.length,
      graded: 1,
      review: 0,
      failed: 0,
      extra: 0,
      set_aside: 0,
      queued: 0,
      students: 1,
      machine: 1,
    },
    files,
    students: [
      {
        student_id: "12345678",
        name: EVIL,
        status: "graded",
        items: [{ item: 1, file: "12345678_quiz[1].png", page: 1, grade: 0 }],
        total: 0,
      },
      {
        student_id: "12345679",
        name: "Ben",
        status: "missing",
        items: [{ item: 1, file: null, page: null, grade: null }],
        total: 0,
      },
    ],
    queue,
    answer_groups: groups,
  };
  let text = "";
  for await (const part of reportHtml(record, async () => picture)) text += part;
  return text;
}

test("pages that were set aside are small pictures at the end, with a count, and no sections", async () => {
  const aside = page({ file: EVIL, page: 4, status: "extra", student_id: null, item: null, no_answer: "blank" });
  const html = await report([page(), aside]);
  expect(html.match(/<section class="page/g)).toHaveLength(1);
  expect(html).toContain("Set aside: 1 page</h2>");
  expect(html).toMatch(/<li id="page-1"><figure><img src="data:image\/jpeg;base64,AQID" alt=""/);
  expect(html).toContain(", page 4<br>The page is blank and has no code.");
  expect(html).not.toContain("<img src=x");
  expect(await report([page()])).not.toContain("Set aside: ");
});

test("names, files, titles and reasons cannot become markup", async () => {
  const html = await report([page({ file: EVIL, reasons: [{ code: "x", message: EVIL }] })], {
    title: EVIL,
    queue: [queued({ file: EVIL, label: EVIL, reasons: [{ code: "x", message: EVIL }] })],
  });
  expect(html).not.toContain("<img src=x");
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;/g)?.length).toBeGreaterThan(3);
});

test("the report loads nothing from outside", async () => {
  const html = await report([page()]);
  expect(html).toContain('src="data:image/jpeg;base64,AQID"');
  const outside = html.match(/(?:src|href)="(?!#|data:)|url\(|<link|@import/g);
  expect(outside).toBeNull();
});

test("results and the differing row of the truth table are shown", async () => {
  const html = await report([page()]);
  expect(html).toContain("Mismatch</span>, first at A=1 B=1: key 0, page 1");
  expect(html).toContain(
    '<tr class="differs"><th scope="row">1</th><td>1</td><td>0</td><td>1 <span class="mismatch">≠</span></td></tr>',
  );
  expect(html.match(/class="differs"/g)).toHaveLength(1);
});

test("the page's truth table is that of the variables that its inputs represent", async () => {
  const outputs = [{ name: "OUT 1", expression: "C & ~A", truth_table: ["000", "011", "100", "110"] }];
  const row = { ...page().rows[0]!, expression: "A & ~B", drawn: { name: "OUT 1", expression: "C & ~A" } };
  const rows = [{ ...row, result: "Match" as const, firstDifference: null }];
  const html = await report([page({ inputs: ["A", "C"], represents: ["B", "A"], outputs, rows, grade: 5 })]);
  expect(html).toContain('<th scope="row">1</th><td>0</td><td>1</td><td>1</td>');
  expect(html).not.toContain('class="differs"');
});

test("a grade that a person gave by hand comes with their words alone, not with what was read", async () => {
  const gates = [{ class_name: "OR" as const, x: 1, y: 1, width: 5, height: 5, confidence: 1, inputs: 2 }];
  const hand = { by: "person", decided: true, grade: 4, comment: "Nearly." } as const;
  const explanation = { outcome: "one", text: "OR 1 should be an XOR.", alternatives: [] } as never;
  const html = await report([page({ ...hand, gates, explanation })]);
  expect(html).toContain("Nearly.");
  for (const words of ["OR 1 should", "Mismatch", "Truth table", "1 gates", 'class="match"']) {
    expect(html).not.toContain(words);
  }
  const asRead = await report([page({ ...hand, grade: 0, gates, explanation })]);
  expect(asRead).toContain("OR 1 should be an XOR.");
});

test("a page that cannot be graded as read shows its question", async () => {
  const choice = { name: "x", text: "As it was read.", places: [], points: null, outputs: [] };
  const choices = [choice, { ...choice, text: "These two wires cross.", points: 5 }];
  const question = { text: "If these two wires cross, the answer is right.", choices };
  const open = { status: "review", by: null, grade: null, proposed: null, confidence: null, needed: null } as const;
  expect(await report([page({ ...open, question })])).toContain("<li>These two wires cross. 5 of 5 points. </li>");
});

test("pages to review are marked for the filter, with their reasons", async () => {
  const html = await report([page(), page({ status: "review", reasons: [{ code: "open-input", message: "Open." }] })]);
  expect(html.match(/class="page needs-review"/g)).toHaveLength(1);
  expect(html).toContain("<li>Open.</li>");
});

test("the queue links to its pages; an unassigned page shows its header and whose it may be", async () => {
  const html = await report(
    [page(), page({ file: "stack.pdf", page: 2, student_id: null, item: null, status: "failed" })],
    { queue: [queued()] },
  );
  expect(html).toContain('<a href="#page-1">stack.pdf, page 2</a>');
  expect(html).toContain("Say whose page it is.");
  expect(html).toContain('src="data:image/jpeg;base64,BAUG" alt="The top of the page, with name, ID and QR code"');
  expect(html).toContain("<li>12345679 Ben, item 1</li>");
  expect(html).not.toContain("<li>12345678");
});

test("names the answer groups, their pages and what would make them right; nothing in them is HTML", async () => {
  const groups: GradeRecord["answer_groups"] = [
    {
      item: 1,
      group: "g0123456789ab",
      verdict: "wrong",
      points: 0,
      maximum: 5,
      grade: 2,
      comment: EVIL,
      pages: 1,
      first_difference: {
        output: "OUT 1",
        row: 3,
        assignment: [
          { name: "A", value: 1 },
          { name: "B", value: 1 },
        ],
        expected: 0,
        got: 1,
      },
      explanation: "OR 1 should be an XOR.",
      structures: [{ points: 0, structure: "s", files: [{ file: "12345678_quiz[1].png", page: 1 }] }],
    },
  ];
  const text = await report([page()], { groups });
  expect(text).toContain("OUT 1 at A=1 B=1: 1, not 0");
  expect(text).toContain("OR 1 should be an XOR.");
  expect(text).toContain("<strong>2</strong> (proposed 0 of 5)");
  expect(text).toContain('<a href="#page-0">12345678</a>');
  expect(text).not.toContain("<img src=x");
});

test("the rubric's rules, and the points they add or take off, are next to the results", async () => {
  const own = page();
  const [row] = own.rows;
  const rows = [{ ...row!, partial: "3 of 4 rows are right: 3 of 5 points." }];
  const adjustments = [{ rule: "extra_output", points: -1, reason: "1 extra output: 1 point off." } as const];
  const text = await report([{ ...own, rows, adjustments }], { rubric: { right_rows_from: 75, floor: 1 } });
  expect(text).toContain("<li>Item 1: At least 1 point.</li>");
  expect(text).toContain("3 of 4 rows are right: 3 of 5 points.");
  expect(text).toContain("<li>1 extra output: 1 point off.</li>");
  expect(await report([own])).not.toContain("Partial credit");
});
