import { Link } from "react-router-dom";
import { Bullets, PageHead, TableHead } from "../../components/page-parts.tsx";
import { pageData } from "../../page-data.ts";
import { GUIDE } from "./guide.ts";
import { BEST_PRACTICES, FAQS, LIMITATIONS, TROUBLES } from "./help.ts";
import "./about.css";

const SECTIONS = [
  { id: "background", label: "Background" },
  { id: "user-guide", label: "User Guide" },
  { id: "limitations", label: "Limitations" },
  { id: "issues", label: "Issues" },
  { id: "faqs", label: "FAQs" },
] as const;

export function Component() {
  return (
    <div className="page page-narrow">
      <PageHead
        title="About CircuitGrade"
        text="Reads hand-drawn logic circuits from photos and scans, and grades them against your answer keys."
      />
      <div className="columns about-columns">
        <nav className="about-nav" aria-label="Sections">
          {SECTIONS.map(({ id, label }) => (
            <a key={id} href={`#${id}`} className="choice">
              {label}
            </a>
          ))}
        </nav>
        <div className="about-body">
          <Background />
          <UserGuide />
          <Limitations />
          <Issues />
          <Faqs />
        </div>
      </div>
    </div>
  );
}

function Background() {
  return (
    <section id="background">
      <h2>Background</h2>
      <p>
        Checking hand-drawn circuits by hand takes hours: each gate, each wire, each row of the truth table.
        CircuitGrade was built by university computer-engineering students to take this work off their instructors.
      </p>
      <p>
        It finds the gates on a page, follows the wires, derives each output's expression and truth table, and compares
        them with the answer key. It proposes a grade and shows what it saw. The grade is given by you.
      </p>
    </section>
  );
}

function UserGuide() {
  const manual = pageData().site.manual_url;
  return (
    <section id="user-guide">
      <h2>User Guide</h2>
      {manual !== null && (
        <p>
          More is in your university's{" "}
          <a href={manual} target="_blank" rel="noreferrer">
            user manual
          </a>
          .
        </p>
      )}
      <ol className="bullets about-guide">
        {GUIDE.map(({ title, text, picture, alt }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            <a href={picture} target="_blank" rel="noreferrer">
              <img className="on-white" src={picture} alt={alt} width="1280" height="800" loading="lazy" />
            </a>
          </li>
        ))}
      </ol>
      <h3>For pages that read well</h3>
      <Bullets lines={BEST_PRACTICES} />
    </section>
  );
}

function Limitations() {
  return (
    <section id="limitations">
      <h2>Limitations</h2>
      <Bullets lines={LIMITATIONS} />
    </section>
  );
}

function Issues() {
  const support = pageData().site.support_email;
  return (
    <section id="issues">
      <h2>Issues</h2>
      <table className="table">
        <caption className="visually-hidden">Troubleshooting</caption>
        <TableHead columns={["Problem", "What to do"]} />
        <tbody>
          {TROUBLES.map(({ problem, remedy }) => (
            <tr key={problem}>
              <th scope="row">{problem}</th>
              <td>{remedy}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Something else? Write to <a href={`mailto:${support}`}>{support}</a> or use the{" "}
        <Link to="/contact">contact form</Link>.
      </p>
    </section>
  );
}

function Faqs() {
  return (
    <section id="faqs">
      <h2>FAQs</h2>
      <div className="spaced tight">
        {FAQS.map(({ question, answer }) => (
          <details key={question} className="panel box">
            <summary>
              <strong>{question}</strong>
            </summary>
            <p className="muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
