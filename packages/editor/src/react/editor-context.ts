import { createContext, useContext } from "react";
import type { Editor } from "../session/editor.ts";
import type { KnownInput } from "../rows/missing-inputs.ts";

export interface Notice {
  readonly level: "info" | "success" | "warning" | "error";
  readonly message: string;
  readonly description?: string;
  /** A button of the message, such as Undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A prediction configuration that a Prediction node may name. */
export interface PredictionChoice {
  readonly id: string;
  readonly name: string;
  /** Its inputs, if known; `usual` is the name of the application field that is usually mapped to it. */
  readonly inputs?: readonly KnownInput[];
  /** Scores are computed beforehand and looked up: the only input is the key of a person. */
  readonly byKey?: boolean;
  /** Its models by number, newest first, where they are known. */
  readonly models?: readonly number[];
  /** The model that a version pins unless the node names another; null while none is deployed. */
  readonly deployedModel?: number | null;
}

/** What the page knows about versions of other solutions that the flow runs. */
export interface SubFlowChoices {
  /** Opens the choice of the version that this node runs. */
  readonly choose: (nodeId: string) => void;
  /** By version of a sub-flow: a newer version of the same solution. */
  readonly newer: ReadonlyMap<string, NewerVersion>;
  /** Replaces the version that the node runs by the newer one. */
  readonly update: (nodeId: string, newer: NewerVersion) => Promise<void>;
  /** Versions that were deleted since: the copy in the flow still runs. */
  readonly deleted: ReadonlySet<string>;
}

export interface NewerVersion {
  readonly versionId: string;
  readonly name: string;
}

/** What the canvas and the panels need from the page around them. */
export interface EditorSurroundings {
  readonly editor: Editor;
  /** Nothing may be changed: for users with read access only. */
  readonly readOnly: boolean;
  readonly predictions: readonly PredictionChoice[];
  /** A panel shows this prediction: its inputs and models should be loaded. */
  readonly onPrediction?: (id: string) => void;
  /** Names of the organisation's secrets for web calls, if the user may see them. */
  readonly secrets?: readonly string[];
  /** Absent where versions of other solutions cannot be chosen. */
  readonly subFlows?: SubFlowChoices;
  readonly tell: (notice: Notice) => void;
  /** The author of new comments. */
  readonly author: string;
}

export const EditorContext = createContext<EditorSurroundings | undefined>(undefined);

export function useSurroundings(): EditorSurroundings {
  const surroundings = useContext(EditorContext);
  if (surroundings === undefined) throw new Error("The canvas and the panels must be inside an EditorContext.");
  return surroundings;
}
