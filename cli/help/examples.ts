/** What to type, and what it does. */
export interface Example {
  /** The words after `circuitgrade`. */
  readonly words: string;
  readonly does: string;
}

/** Examples by the command's full name, for its help, the man page and docs/command.md. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  read: [
    { words: "read page.jpg", does: "what one page holds" },
    { words: "read scans --annotate marked", does: "pictures of all pages with what was read drawn over them" },
    { words: "read scans --json > pages.json", does: "the same for programs" },
  ],
  grade: [
    { words: "grade scans --task task.json --roster roster.csv --out out", does: "grade a folder" },
    {
      words: "grade scans --task task.json --roster roster.csv --out out --resume",
      does: "go on, or take what you filled into out/review.csv",
    },
    { words: "grade scans --task task.json --out out --resume --preview", does: "what corrected keys would change" },
    { words: "grade scans --task task.json --part 2/3 --out parts/2", does: "the second of three parts, for merge" },
  ],
  merge: [{ words: "merge parts/1 parts/2 parts/3 --out out", does: "the results of three parts" }],
  truth: [
    { words: 'truth "A ^ B | (C & ~A)"', does: "a truth table" },
    { words: 'truth "AB\' + c" --json', does: "another notation, for programs" },
  ],
  compare: [{ words: 'compare "A & B" "~(~A | ~B)"', does: "whether both are the same function" }],
  netlist: [
    { words: "netlist page.png --format asc --out page.asc", does: "a schematic for LTspice" },
    { words: "netlist stack.pdf --page 3 --format verilog", does: "the third page as a Verilog module" },
  ],
  similar: [{ words: "similar scans --margin 3", does: "drawings that are more alike than by default" }],
  copies: [
    { words: "copies out --out copies", does: "pairs of a graded class, side by side in copies/copies.html" },
    { words: "copies out --earlier 2025/out 2024/out", does: "compared with earlier terms as well" },
  ],
  gradebook: [
    { words: "gradebook canvas.csv --results out --out filled.csv", does: "fill a Canvas export" },
    { words: "gradebook --results out > grades.csv", does: "plain CSV" },
  ],
  feedback: [
    { words: "feedback --results out --out feedback", does: "a PDF for each student" },
    { words: "feedback --results out --out feedback --format one-pdf", does: "one PDF to print" },
  ],
  template: [
    { words: "template --task task.json --out template.pdf", does: "a sheet for each item" },
    { words: "template --task task.json --personal roster.csv --out sheets.pdf", does: "sheets with names and codes" },
  ],
  pull: [{ words: "pull https://grading.example.edu/task/9f8K2mXq --out quiz", does: "fetch a task to grade it here" }],
  push: [
    { words: "push quiz --preview", does: "what would be sent and changed" },
    { words: "push quiz --token-file ~/.circuitgrade-token", does: "send pages and grades" },
  ],
  review: [
    { words: "review out", does: "settle the queue in the browser; Ctrl-C ends it" },
    { words: "review out --no-open", does: "print the link, to open it elsewhere on this machine" },
  ],
  serve: [{ words: "serve --port 8080 --data /var/lib/circuitgrade", does: "start the server" }],
  backup: [{ words: "backup --data /var/lib/circuitgrade --out backup.tar.gz", does: "everything in one archive" }],
  "check-backup": [
    { words: "check-backup backup.tar.gz", does: "check that it can be restored" },
    { words: "check-backup backup.tar.gz.age --identity backup-key.txt", does: "the same for an encrypted one" },
  ],
  restore: [{ words: "restore backup.tar.gz --data /var/lib/circuitgrade", does: "bring it back" }],
  doctor: [{ words: "doctor --data /var/lib/circuitgrade", does: "check a stopped server's data" }],
  "export-corrections": [
    { words: "export-corrections --out drawings", does: "ask, and write what people confirmed or corrected" },
    {
      words: "export-corrections --out more --seen drawings/own-paper.csv",
      does: "with the drawings on own paper that you looked at",
    },
  ],
  "student show": [{ words: "student show 20230001", does: "count what is stored about a student" }],
  "student export": [
    { words: "student export 20230001 --out student.zip", does: "everything about a student, for the student" },
  ],
  "student erase": [{ words: "student erase 20230001", does: "show what goes, ask, and erase it" }],
  "user list": [{ words: "user list --json", does: "the accounts, for programs" }],
  "user create": [
    { words: "user create ana@example.edu --name 'Ana Cruz'", does: "create an account" },
    { words: "user create dean@example.edu --admin", does: "create an administrator's account" },
  ],
  "user disable": [{ words: "user disable ana@example.edu", does: "end all sessions of an account" }],
  "user enable": [{ words: "user enable ana@example.edu", does: "let an account sign in again" }],
  "user admin": [
    { words: "user admin ana@example.edu", does: "let an account manage the others" },
    { words: "user admin ana@example.edu --remove", does: "take that permission back" },
  ],
  "user hand-over": [
    { words: "user hand-over ana@example.edu --to bo@example.edu", does: "give Ana's classes and tasks to Bo" },
  ],
  "user reset-second-factor": [
    { words: "user reset-second-factor ana@example.edu", does: "let Ana, who lost her phone, log in without a code" },
  ],
  "user unlink": [
    { words: "user unlink ana@example.edu", does: "let another person of the provider sign on with Ana's address" },
  ],
  "user link": [{ words: "user link dean@example.edu", does: "log in although single sign-on is down" }],
  "user delete": [{ words: "user delete ana@example.edu", does: "delete an account without classes" }],
  completion: [
    { words: "completion bash > ~/.local/share/bash-completion/completions/circuitgrade", does: "for bash" },
    { words: "completion zsh > ~/.zfunc/_circuitgrade", does: "for zsh" },
    { words: "completion fish > ~/.config/fish/completions/circuitgrade.fish", does: "for fish" },
  ],
};
