/** A value that breaks a rule of the specification. */
export interface RuleIssue {
  /** kebab-case and stable. */
  readonly code: string;
  /** The field to mark: `title`, `items[0].keys[1].expression`. */
  readonly field: string;
  /** The specification's text. */
  readonly message: string;
  /** Where an expression goes wrong: for a caret under the place. */
  readonly place?: { readonly text: string; readonly offset: number; readonly reason: string };
}
