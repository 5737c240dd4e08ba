import type { PictureBox, PicturePoint } from "../../../../core/geometry/coordinates.ts";
import { CONFIDENCE } from "../../../../core/rules/limits.ts";
import type { PredictionClass } from "../../../../core/rules/prediction-class.ts";
import type { Layers, SceneLook } from "../../../evaluator/scene.ts";
import type { ToolId } from "../../../evaluator/tools.ts";

export type PanelTab = "compare" | "netlist" | "grade";

/** The user's view of the current page: nothing of it is stored on the server. */
export interface ViewState extends Pick<SceneLook, "layers" | "confidence" | "selected" | "problem"> {
  readonly tool: ToolId;
  /** The popup at a box: of a prediction, or of a new box that asks for its class or for the name of an end. */
  readonly chooser: { readonly id: string } | { readonly box: PictureBox; readonly asks: "class" | "name" } | null;
  /** The class chosen in the palette: the next drawn box gets it without asking. */
  readonly palette: PredictionClass | null;
  /** Index of the reading of the question that is pointed at. */
  readonly reading: number | null;
  readonly tab: PanelTab;
  readonly open: "picker" | "threshold" | "legend" | "help" | null;
  /** The place that the keys move, with the tools for wires and for new boxes. */
  readonly cursor: PicturePoint | null;
  readonly wire: WireToolState;
}

/** The wire tool: where a wire is led from, and the place of the window that is open. */
export interface WireToolState {
  readonly from: PicturePoint | null;
  readonly menu: PicturePoint | null;
}

const NO_WIRE: WireToolState = { from: null, menu: null };

export const INITIAL_VIEW: ViewState = {
  tool: "select",
  layers: { predictions: true, wires: true, problems: true },
  confidence: CONFIDENCE.sliderDefault,
  selected: null,
  chooser: null,
  palette: null,
  problem: null,
  reading: null,
  tab: "compare",
  open: null,
  cursor: null,
  wire: NO_WIRE,
};

export type ViewAction =
  | { readonly type: "tool"; readonly tool: ToolId; readonly palette?: PredictionClass | null }
  | { readonly type: "toggle"; readonly layer: keyof Layers }
  /** Values that nothing else depends on. */
  | {
      readonly type: "set";
      readonly part: Partial<Pick<ViewState, "confidence" | "reading" | "tab" | "open" | "cursor">>;
    }
  | { readonly type: "select"; readonly id: string | null; readonly edit: boolean }
  | { readonly type: "drawn"; readonly box: PictureBox }
  | { readonly type: "name"; readonly box: PictureBox }
  | { readonly type: "close-chooser" }
  | { readonly type: "problem"; readonly index: number | null }
  | { readonly type: "wire"; readonly change: Partial<WireToolState> }
  | { readonly type: "escape" }
  /** A new submission: the last one's state is reset, the user's choices stay. */
  | { readonly type: "page" };

export function reduceView(state: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case "tool":
      return {
        ...state,
        tool: action.tool,
        palette: action.palette ?? null,
        // The keys move the tool's place then, not a box.
        selected: movesPlace(action.tool) ? null : state.selected,
        chooser: null,
        open: null,
        cursor: null,
        wire: NO_WIRE,
      };
    case "toggle":
      return toggled(state, action.layer);
    case "set":
      return { ...state, ...action.part };
    case "select":
      return {
        ...state,
        selected: action.id,
        chooser: action.id !== null && action.edit ? { id: action.id } : null,
      };
    case "drawn":
      return {
        ...state,
        tool: "select",
        selected: null,
        palette: null,
        chooser: { box: action.box, asks: "class" },
        cursor: null,
        wire: NO_WIRE,
      };
    case "name":
      return {
        ...state,
        selected: null,
        chooser: { box: action.box, asks: "name" },
        wire: { ...state.wire, menu: null },
      };
    case "close-chooser":
      return withoutChooser(state);
    case "problem":
      return { ...state, problem: action.index, layers: { ...state.layers, problems: true } };
    case "wire":
      return { ...state, wire: { ...state.wire, ...action.change } };
    case "escape":
      return escaped(state);
    case "page":
      return { ...INITIAL_VIEW, confidence: state.confidence, layers: state.layers, tab: state.tab, open: state.open };
  }
}

/** Whether the arrow keys move a place over the page while this tool is chosen. */
export function movesPlace(tool: ToolId): boolean {
  return tool === "wire" || tool === "erase" || tool === "add";
}

/** The box stays chosen; with the wire tool the keys move its place again. */
function withoutChooser(state: ViewState): ViewState {
  return { ...state, chooser: null, selected: state.tool === "wire" ? null : state.selected };
}

/** Hidden boxes cannot stay selected. */
function toggled(state: ViewState, layer: keyof Layers): ViewState {
  const layers = { ...state.layers, [layer]: !state.layers[layer] };
  return layers.predictions ? { ...state, layers } : { ...state, layers, selected: null, chooser: null };
}

/** One step back at a time: the popup, then the selected box, then the tool. */
function escaped(state: ViewState): ViewState {
  if (state.open) return { ...state, open: null };
  if (state.wire.menu) return { ...state, wire: { ...state.wire, menu: null } };
  if (state.wire.from) return { ...state, wire: { ...state.wire, from: null } };
  if (state.chooser) return withoutChooser(state);
  if (state.selected !== null) return { ...state, selected: null };
  if (state.problem !== null) return { ...state, problem: null };
  return { ...state, tool: "select", palette: null, cursor: null, wire: NO_WIRE };
}
