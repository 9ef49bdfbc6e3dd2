import type { Finding } from "@airlock/flow";
import { selectionOf } from "../../../selection/selection.ts";
import type { Editor } from "../../../session/editor.ts";
import { placeText } from "../findings-of.ts";
import { wantPlace } from "../place-wanted.ts";

export type OpenField = (origin: "application" | "runtime", key: string) => void;

type Place = Pick<Finding, "nodeId" | "linkId" | "fieldKey" | "property" | "item">;

interface Ways {
  readonly onOpenField: OpenField | undefined;
  readonly onOpenProperties: (() => void) | undefined;
}

/** Selects what a finding is about, or what repairs it, and puts the focus on the property. */
export function goToFinding(editor: Editor, finding: Place, { onOpenField, onOpenProperties }: Ways): void {
  const { nodeId, linkId, fieldKey, property, item } = finding;
  if (nodeId === undefined && linkId === undefined) {
    if (fieldKey === undefined) return;
    const isApplication = editor.state.document.applicationFields.some((field) => field.key === fieldKey);
    return onOpenField?.(isApplication ? "application" : "runtime", fieldKey);
  }
  editor.select(nodeId === undefined ? selectionOf([], linkId === undefined ? [] : [linkId]) : selectionOf([nodeId]));
  onOpenProperties?.();
  if (property !== undefined) wantPlace(editor, placeText(property, item));
}
