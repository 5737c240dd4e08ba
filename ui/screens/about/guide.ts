/** From a class to its grades, in the order in which an instructor works. */
export const GUIDE = [
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
    title: "Review what needs you",
    text: "Review on the Task page lists every page that needs you, by what you decide about it, and says why: a code that cannot be read, a page that was handed in again, a doubtful place, an unlikely reading. Say whose page it is, grade it, or take it out, with the mouse or the keyboard.",
    picture: new URL("../../../docs/screens/queue-1280.png", import.meta.url).href,
    alt: "Review with a page whose QR code is unreadable and the list of students.",
  },
  {
    title: "Export grades and feedback",
    text: "The Grades tab of the Task page fills your Canvas export or Moodle worksheet with grades and leaves everything else unchanged, or saves plain grades. Feedback is a PDF or HTML file for each student with points, comments and the marked page.",
    picture: new URL("../../../docs/screens/gradebook-1280.png", import.meta.url).href,
    alt: "The Grades tab with a filled gradebook.",
  },
];
