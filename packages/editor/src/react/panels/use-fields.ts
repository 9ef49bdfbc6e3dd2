import type { DatasetField } from "@airlock/flow";
import type { FlowDocument } from "../../document/flow-document.ts";
import { useSurroundings } from "../editor-context.ts";
import { usePart } from "../use-part.ts";

export interface ShownFields {
  readonly document: FlowDocument;
  readonly application: readonly DatasetField[];
  readonly runtime: readonly DatasetField[];
}

/** The data fields, rendered again when one of them changed; and the document to look them up in. */
export function useFields(): ShownFields {
  const { editor } = useSurroundings();
  const application = usePart("fields", (state) => state.document.applicationFields);
  const runtime = usePart("fields", (state) => state.document.runtimeFields);
  return { document: editor.state.document, application, runtime };
}
