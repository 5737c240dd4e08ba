import { displayExpression } from "../../../../core/boolean/forms.ts";
import { rubricWords } from "../../../../core/rules/tasks/rubric.ts";
import type { AnswerKeyItem } from "../../../../server/contract/tasks/task.ts";
import { counted } from "../../../format.ts";
import { itemTotal } from "../item-total.ts";

export function AnswerKeys({ items }: { readonly items: readonly AnswerKeyItem[] }) {
  return (
    <section className="panel panel-body" aria-labelledby="task-keys">
      <h2 id="task-keys" className="task-section">
        Answer Keys
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and keys must be able to scroll it */}
      <section className="task-items" tabIndex={0} aria-label="Expressions and grades">
        {items.map(({ item, keys, rubric }) => (
          <div key={item} className="task-item">
            <h3>
              {item}
              <span className="muted">{counted(itemTotal({ keys }), "point")}</span>
            </h3>
            <ul className="spaced">
              {keys.map(({ expression, grade }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: keys have no other name than their place
                <li key={index}>
                  <code className="mono">{displayExpression(expression)}</code>
                  <span className="task-grade">{grade}</span>
                </li>
              ))}
            </ul>
            {rubric !== null && <p className="note task-rubric">{rubricWords(rubric).join(" ")}</p>}
          </div>
        ))}
      </section>
    </section>
  );
}
