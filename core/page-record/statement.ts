import type { PictureBox } from "../geometry/coordinates.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { PredictionClass } from "../rules/prediction-class.ts";
import type { WireCorrection } from "../wires/correct/wire-correction.ts";

/** A gate, input, output, junction or intersection at its place, in pixels of the upright page picture. */
export interface NamedObject {
  readonly className: PredictionClass;
  /** The name of an input or output; empty for none. */
  readonly label: string;
  readonly box: PictureBox;
}

/** The grade and comment of a page. */
export interface GivenGrade {
  /** The points count; without that there may only be a comment. */
  readonly graded: boolean;
  readonly totalGrade: number | null;
  readonly comment: string | null;
}

/** The student and item that a page is for. */
export interface PageOwner {
  readonly studentId: string;
  readonly item: number;
}

/**
 * One thing that a person says of a page. It is never changed or deleted: who thinks better of it says that, too.
 * - `object`: something is placed (`was` is null), removed (`is` is null), or is something else, or elsewhere. `object` is
 *   its number on the page, and `called` what it was called on the screen: "OR 2".
 * - `wires`: these corrections of the wires apply from now on, and these no more.
 * - `discard`: the page is as the machine reads it. Grades stay.
 * - `choice`: the page shows this circuit, one of those that the machine offered. It may give the circuit's points.
 * - `grade`: a grade and comment.
 * - `owner`: whose page it is. A server knows that without a word: only folders of results have it said.
 * - `ignore`: the page is nobody's answer; in folders, too.
 * - `take-back`: the statement of this number does not hold, which may be a `take-back` itself.
 */
export type Statement =
  | {
      readonly kind: "object";
      readonly object: number;
      readonly called: string;
      readonly was: NamedObject | null;
      readonly is: NamedObject | null;
    }
  | { readonly kind: "wires"; readonly add: readonly WireCorrection[]; readonly drop: readonly WireCorrection[] }
  | { readonly kind: "discard" }
  | {
      readonly kind: "choice";
      /** Names its circuit; see `circuitName`. */
      readonly name: string;
      /** What is different from what the machine had read. */
      readonly text: string;
      readonly netlist: Netlist;
      readonly grade?: GivenGrade;
    }
  | { readonly kind: "grade"; readonly grade: GivenGrade }
  | { readonly kind: "owner"; readonly owner: PageOwner }
  | { readonly kind: "ignore" }
  | { readonly kind: "take-back"; readonly number: number };

/** A statement with its place in the page's order, from 1. */
export interface Said {
  readonly number: number;
  /** When it was said, in milliseconds since 1970: with what it says it names the statement on every machine. */
  readonly at?: number | undefined;
  readonly statement: Statement;
}

/** A statement with the same time, where its place is that in a list. */
export type DatedStatement = Statement & Pick<Said, "at">;
