import { LIMITS, PICTURE_FORMATS, UPLOAD } from "../../../core/rules/limits.ts";

export const FAQS: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: "How do I view my classes?",
    answer: "Open the Classes page from the bar at the top. Click a card to list the groups of the course.",
  },
  {
    question: "How do I add a class?",
    answer: "Use the Add Class/Group card on the Classes page. For an existing course it adds a group.",
  },
  { question: "Where do I see my tasks?", answer: "On the Dashboard, which opens after you log in." },
  {
    question: "How do I create a task?",
    answer: "Use Create New Task on the Dashboard. You need a class first, since a task belongs to a group.",
  },
  {
    question: "How do students submit, and which formats are supported?",
    answer: `Over the task's link, without an account: pictures (${PICTURE_FORMATS}) and PDF files of at most ${UPLOAD.fileBytes / 1024 / 1024} MB, one for each item. You can also upload files for them on the Task page.`,
  },
  {
    question: "How do I grade a submission?",
    answer:
      "Open it on the Circuit Evaluator page, look at what was read, and use Grade Submission. The proposed grade can be changed, with a comment.",
  },
  {
    question: "A prediction is wrong, or its confidence is low. What can I do?",
    answer:
      "Predictions below the confidence slider are marked in red with a cross. Click the prediction and choose its class, or remove it; with the wire tools you join, cut, draw and erase wires. The page is read again by itself.",
  },
  {
    question: "A student missed the due date. Can submissions be opened again?",
    answer:
      "Yes: give that student an extension on the Settings tab of the Task page, or set a later due date for all in Edit Task. With an extension the student chooses “I was given more time” on the Submission page. You can upload files for students at any time.",
  },
  {
    question: "When do students see their grades?",
    answer:
      "When you release them, for all on the Task page or for one student on its Grades tab. Each receipt has a link under which the student then sees points, comments and the marked page, also after the due date. For pages that you scanned, Save Links on the Grades tab gives one link for each student. A release can be taken back.",
  },
];

export const BEST_PRACTICES: readonly string[] = [
  "Draw on the printed template, one item per page, with a dark pen.",
  "Keep the border unbroken. The border, the corner marks and the QR code must be in the picture.",
  "Take clear, well-lit pictures from straight above.",
  "Write nothing on the template except the names of inputs and outputs next to their wires.",
  "Do not let wires overlap; mark a connection with a dot.",
  "Apply a filter in the evaluator if the grid of squared paper is in the way.",
];

export const LIMITATIONS: readonly string[] = [
  "Circuits are combinational: feedback and sequential parts such as flip-flops and latches are not supported and go to review.",
  `A circuit has at most ${LIMITS.variables} inputs, named A to G or as the task says.`,
  "Two-input gates are read best. Gates with more inputs are read, but check them.",
  "A drawing that can be read in two ways is not graded automatically: you choose the reading.",
  `Drawings count as similar if all their parts agree within ±${LIMITS.similarityMargin} in position and confidence: a hint to look, not a proof.`,
];

export const TROUBLES: readonly { readonly problem: string; readonly remedy: string }[] = [
  {
    problem: "A file cannot be uploaded",
    remedy: `Check its format (${PICTURE_FORMATS}, PDF), its size (at most ${UPLOAD.fileBytes / 1024 / 1024} MB) and its name: idnumber_typeOfActivity[itemNumber].png`,
  },
  {
    problem: "Gates are detected wrongly",
    remedy:
      "Click the prediction in the evaluator and choose its class or remove it. The page is read again by itself.",
  },
  {
    problem: "The system reports an error on submission",
    remedy: "Load the page again and retry. Files that were taken have a receipt.",
  },
  {
    problem: "The QR code is missing or unreadable",
    remedy: "Use the task's own template, print it in full size, and keep the whole code sharp and in the picture.",
  },
  {
    problem: "The analysis is inaccurate",
    remedy:
      "Look for open or touching wires, broken borders and shadows; set a threshold, or correct predictions and wires in the evaluator.",
  },
  {
    problem: "Pages are read slowly",
    remedy: "Pages wait for each other when a whole class hands in at once. Smaller pictures upload faster.",
  },
  {
    problem: "A sequential circuit is not graded",
    remedy: "Only combinational circuits are supported. Grade such a page by hand.",
  },
  {
    problem: "A gate could be one class or another",
    remedy:
      "Ambiguous shapes have a low confidence and are marked. Draw the curve of OR and the bubble of NOT clearly.",
  },
  {
    problem: "Similar pages are not found, or too many are",
    remedy: `Positions and confidences are compared within a margin of ±${LIMITS.similarityMargin}. Copies that were moved or redrawn escape it.`,
  },
];
