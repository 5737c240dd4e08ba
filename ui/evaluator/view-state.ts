import type { PictureBox, PicturePoint } from "../../core/geometry/coordinates.ts";
import { CONFIDENCE } from "../../core/rules/limits.ts";
import type { PredictionClass } from "../../core/rules/prediction-class.ts";
import type { Layers, SceneLook } from "./scene.ts";
import type { ToolId } from "./tools.ts";

export type PanelTab = "compare" | "netlist" | "grade";

/** The user's view of the current page: nothing of it is stored on the server. */
export interface ViewState extends Pick<SceneLook, "layers" | "confidence" | "selected" | "problem"> {
  readonly tool: ToolId;
  /** The class chosen in the palette: the next drawn box gets it without asking. */
  readonly palette: PredictionClass | null;
  /** Index of the reading of the question that is pointed at. */
  readonly reading: number | null;
  readonly tab: PanelTab;
  /** The panel next to the canvas is folded away. */
  readonly wide: boolean;
  readonly open: OpenWindow | null;
  /** The place that the keys move, with the tools for wires and for new boxes. */
  readonly cursor: PicturePoint | null;
  /** Where a wire is led from, or a way that is erased begins. */
  readonly from: PicturePoint | null;
}

/** The window that is open: "box" is that of the selected prediction. */
type OpenWindow = "picker" | "threshold" | "legend" | "help" | "box" | NewBox | { readonly wiresAt: PicturePoint };

/** A new box that asks for its class, or for the name of the end in it. */
interface NewBox {
  readonly box: PictureBox;
  readonly asks: "class" | "name";
}

export const INITIAL_VIEW: ViewState = {
  tool: "select",
  layers: { predictions: true, wires: true, problems: true },
  confidence: CONFIDENCE.sliderDefault,
  selected: null,
  palette: null,
  problem: null,
  reading: null,
  tab: "compare",
  wide: false,
  open: null,
  cursor: null,
  from: null,
};

export type ViewAction =
  /** With a tool for wires, also the place that a wire is led from, or whose window opens. */
  | {
      readonly type: "tool";
      readonly tool: ToolId;
      readonly palette?: PredictionClass | null;
      readonly from?: PicturePoint;
      readonly wiresAt?: PicturePoint;
    }
  | { readonly type: "toggle"; readonly layer: keyof Layers }
  | { readonly type: "fold" }
  /** Values that nothing else depends on; a tab that is chosen is in view. */
  | {
      readonly type: "set";
      readonly part: Partial<Pick<ViewState, "confidence" | "reading" | "tab" | "open" | "cursor" | "from">>;
    }
  | { readonly type: "select"; readonly id: string | null; readonly edit: boolean }
  | ({ readonly type: "ask" } & NewBox)
  | { readonly type: "close" }
  | { readonly type: "problem"; readonly index: number | null }
  | { readonly type: "escape" }
  /** A new submission: the last one's state is reset, the user's choices stay. */
  | { readonly type: "page" };

export function reduceView(state: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case "tool": {
      const { tool, palette = null, from = null, wiresAt } = action;
      return {
        ...state,
        tool,
        palette,
        // The keys move the tool's place then, not a box.
        selected: movesPlace(tool) ? null : state.selected,
        open: wiresAt ? { wiresAt } : null,
        cursor: from ?? wiresAt ?? null,
        from,
      };
    }
    case "toggle":
      return toggled(state, action.layer);
    case "set":
      return { ...state, ...action.part, wide: state.wide && action.part.tab === undefined };
    case "fold":
      return { ...state, wide: !state.wide };
    case "select":
      return { ...state, selected: action.id, open: action.id !== null && action.edit ? "box" : null };
    case "ask":
      return { ...state, selected: null, open: { box: action.box, asks: action.asks } };
    case "close":
      return closed(state);
    case "problem":
      return { ...state, problem: action.index, layers: { ...state.layers, problems: true } };
    case "escape":
      return escaped(state);
    case "page": {
      const { confidence, layers, tab, wide } = state;
      return { ...INITIAL_VIEW, confidence, layers, tab, wide };
    }
  }
}

/** Whether the arrow keys move a place over the page while this tool is chosen. */
export function movesPlace(tool: ToolId): boolean {
  return tool === "wire" || tool === "erase" || tool === "add";
}

/** A box stays chosen; with the tools for wires the keys move their place again. */
function closed(state: ViewState): ViewState {
  const { tool, selected } = state;
  return { ...state, open: null, selected: tool === "wire" || tool === "erase" ? null : selected };
}

/** Hidden boxes cannot stay selected. */
function toggled(state: ViewState, layer: keyof Layers): ViewState {
  const layers = { ...state.layers, [layer]: !state.layers[layer] };
  return layers.predictions ? { ...state, layers } : { ...state, layers, selected: null, open: null };
}

/** One step back at a time: the window, then the wire, then the selected box, then the tool. */
function escaped(state: ViewState): ViewState {
  if (state.open) return closed(state);
  if (state.from) return { ...state, from: null };
  if (state.selected !== null) return { ...state, selected: null };
  if (state.problem !== null) return { ...state, problem: null };
  return { ...state, tool: "select", palette: null, cursor: null };
}
