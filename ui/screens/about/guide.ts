/** A step of the user manual, with a picture of the real page. */
export interface GuideStep {
  readonly title: string;
  readonly text: string;
  readonly picture: string;
  /** What the picture shows. */
  readonly alt: string;
}

/** From a class to a grade, in the order in which an instructor goes. */
export const GUIDE: readonly GuideStep[] = [
  {
    title: "View your classes",
    text: "The Classes page shows a card for each course with its groups. A click on a card lists all groups: open one to change it and to see its tasks, or remove it.",
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
    text: "The Task page shows each submission as it arrives, how far its reading is, and its grade. Filter and sort the list, and check for drawings that are too alike.",
    picture: new URL("../../../docs/screens/task-1280.png", import.meta.url).href,
    alt: "The Task page with its answer keys and submissions.",
  },
  {
    title: "Grade on the Circuit Evaluator",
    text: "Each page opens with what was read from it: gates, wires, names, expressions and truth tables. Correct what was read wrongly, compare the tables, and take over the proposed grade or give your own.",
    picture: new URL("../../../docs/screens/circuit-evaluator-1280.png", import.meta.url).href,
    alt: "The Circuit Evaluator with a page, its boxes and the compared tables.",
  },
];
