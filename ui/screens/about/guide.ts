export interface GuideStep {
  readonly title: string;
  readonly text: string;
  readonly picture: string;
  readonly alt: string;
  /** The visible part of a long picture: CSS' object-position; by default its top. */
  readonly position?: string;
}

/** From a class to its grades, in the order in which an instructor works. */
export const GUIDE: readonly GuideStep[] = [
  {
    title: "View your classes",
    text: "The Classes page shows a card for each course with its groups. Click a card to list all groups: open one to change it and to see its tasks, or remove it.",
    picture: new URL("../../../docs/screens/classes-1280.png", import.meta.url).href,
    alt: "The Classes page with two courses and their groups.",
  },
  {
    title: "Add a class",
    text: "The Add Class/Group card opens the form. Choose a course, or type a new one: the next free group number is filled in. Type or paste the 8-digit IDs of the students, or import a CSV file. Only enrolled students can hand in.",
    picture: new URL("../../../docs/screens/create-class-1280.png", import.meta.url).href,
    alt: "The form of a new class with three students.",
  },
  {
    title: "See your tasks",
    text: "The Dashboard lists all tasks with their due dates and how many submissions are graded. Filter by course, group, type and status, or search. The menu of a row gives the student link and the template.",
    picture: new URL("../../../docs/screens/dashboard-1280.png", import.meta.url).href,
    alt: "The Dashboard with a list of tasks.",
  },
  {
    title: "Create a task",
    text: "Create New Task asks for title, class and type, then for the answer keys of each item: expressions over A to G with ~ (not), & (and), ^ (exclusive or), | (or) and parentheses, each with its grade. The second step sets the due date.",
    picture: new URL("../../../docs/screens/create-task-1280.png", import.meta.url).href,
    alt: "The first step of a new task with its answer keys.",
  },
  {
    title: "Submit files",
    text: "Students open the task's link on their phone or computer: the Submission page has the template, an input for each item and a receipt for each file. You can upload files for them on the Task page.",
    picture: new URL("../../../docs/screens/student-upload-1280.png", import.meta.url).href,
    alt: "The Submission page with the template and an input for each item.",
  },
  {
    title: "Follow what comes in",
    text: "The Task page has a row for each student: every page as it arrives, how far it is, the points and the total. Sort, filter and search it. If an upload replaced another one, all are kept: look at them, and choose which counts. The button at the top is the next step; Actions has the others.",
    picture: new URL("../../../docs/screens/task-1280.png", import.meta.url).href,
    alt: "The Task page with the answers and totals of six students.",
  },
  {
    title: "Grade on the Circuit Evaluator",
    text: "Each page opens with what was read from it: gates, wires, names, expressions and truth tables. Correct misreadings, compare the tables, and accept the proposed grade or give your own.",
    picture: new URL("../../../docs/screens/circuit-evaluator-1280.png", import.meta.url).href,
    alt: "The Circuit Evaluator with a page, its boxes and the compared tables.",
  },
  {
    title: "Hand in a scanned stack",
    text: "Scanned Stacks among the Actions of the Task page gives personal templates, one for each student and item. Let the class draw on them, scan all and drop the PDF or a folder of pictures: each page goes to its student by its QR code. Names on the sheets come from a CSV file.",
    picture: new URL("../../../docs/screens/stacks-1280.png", import.meta.url).href,
    alt: "A scanned stack of 120 pages, six of which are in the queue.",
  },
  {
    title: "Review what needs you",
    text: "Review on the Task page lists every page that needs you, by what you decide about it, and says why: a code that cannot be read, a page that was handed in again, a doubtful place, an unlikely reading. Say whose page it is, grade it, or take it out, with the mouse or the keyboard.",
    picture: new URL("../../../docs/screens/queue-1280.png", import.meta.url).href,
    alt: "Review with a page whose QR code is unreadable and the list of students.",
  },
  {
    title: "Decide about pages that were handed in again",
    text: "A new page for a graded item, or for a page that you scanned, waits in Review: the grade stays until you choose. One click keeps the earlier page or replaces it. A page “sent from elsewhere” came without the receipt of the earlier page: look at both. Edit Task can close a task to replacements.",
    picture: new URL("../../../docs/screens/queue-handed-in-again-1280.png", import.meta.url).href,
    alt: "Review with a page that was handed in again and the earlier, graded page.",
  },
  {
    title: "Grade together",
    text: "People on a class's page shares it by e-mail address: co-instructors may do all but delete it, graders see and grade only the pages that are assigned to them. People in a task's Settings says who grades what, an equal share of the pages or items, and how far they are. The log of a page names who graded it.",
    picture: new URL("../../../docs/screens/task-people-1280.png", import.meta.url).href,
    alt: "The Settings of a task with its owner, a co-instructor and a grader.",
  },
  {
    title: "Grade answers in groups",
    text: "Same answers in Review puts pages together that compute the same function: look at one, see the first row that differs and what would make it right, and give all the same grade and comment. A preview comes first, and you can undo it.",
    picture: new URL("../../../docs/screens/answer-groups-1280.png", import.meta.url).href,
    alt: "Review with seven groups and one page of the first.",
  },
  {
    title: "Confirm all that are sure",
    text: "In Review, one button confirms the proposed grades of pages that were read with enough confidence and whose points do not depend on a doubtful place. It says how many these are, and you can undo it in one step. How sure the machine must be is on the Settings tab.",
    picture: new URL("../../../docs/screens/answer-groups-sure-1280.png", import.meta.url).href,
    alt: "Review offers to confirm 56 grades at once, 22 of them right answers.",
  },
  {
    title: "Give partial credit",
    text: "Partial credit in Create Task and Edit Task has rules for each item: points for correct rows and inverted outputs, points off for extra outputs, for gates other than those allowed and for extra gates, and a minimum number of points.",
    picture: new URL("../../../docs/screens/edit-task-rubric-1280.png", import.meta.url).href,
    alt: "The rules of partial credit of an item.",
    position: "50% 100%",
  },
  {
    title: "Correct a key and regrade",
    text: "Correct answer keys or rules in Edit Task, also after grading. Before anything is saved you see whose points change, from what to what, and why. Points that you gave yourself stay.",
    picture: new URL("../../../docs/screens/edit-task-regrade-1280.png", import.meta.url).href,
    alt: "The changed points of each student before they are saved.",
  },
  {
    title: "Give more time",
    text: "Extensions on the Settings tab of the Task page give one or several students a later due date. They choose “I was given more time” on the Submission page, and their pages are marked as late.",
    picture: new URL("../../../docs/screens/task-extensions-1280.png", import.meta.url).href,
    alt: "The extensions of two students.",
  },
  {
    title: "Grade without names",
    text: "The switch Hide names until every page is graded on the Settings tab of the Task page hides IDs, names and the header of the sheets, and shows the pages in an order that reveals nothing. Random order only shuffles them.",
    picture: new URL("../../../docs/screens/circuit-evaluator-names-hidden-1280.png", import.meta.url).href,
    alt: "A page on the Circuit Evaluator with its names hidden.",
  },
  {
    title: "Look for copies",
    text: "The Similar tab of the Task page checks for similar submissions, and shows pairs whose layouts are more alike than those of the rest of the class, wherever on the sheet and however large. The same correct answer is not a copy. Whether it was copied is for you to decide.",
    picture: new URL("../../../docs/screens/copies-1280.png", import.meta.url).href,
    alt: "Two drawings that look copied, with their common parts.",
  },
  {
    title: "Export grades and feedback",
    text: "The Grades tab of the Task page fills your Canvas export or Moodle worksheet with grades and leaves everything else unchanged, or saves plain grades. Feedback is a PDF or HTML file for each student with points, comments and the marked page.",
    picture: new URL("../../../docs/screens/gradebook-1280.png", import.meta.url).href,
    alt: "The Grades tab with a filled gradebook.",
  },
  {
    title: "Work from the command line",
    text: "New Access Token on the Settings page makes a token for the circuitgrade command, which fetches tasks and brings back grades without your password. Choose what it may do and how long it is valid. It is shown once; Revoke ends it.",
    picture: new URL("../../../docs/screens/settings-access-tokens-1280.png", import.meta.url).href,
    alt: "The access tokens on the Settings page.",
    position: "50% 80%",
  },
];
