import type { Finding } from "@airlock/flow";
import { useEffect, useRef } from "react";
import type { KeyboardEvent } from "react";
import { intentOf } from "../../keys/key-map.ts";
import { selectionSize } from "../../selection/selection.ts";
import type { ValuesAt } from "../../trace/values-at.ts";
import { backToDiagram } from "../back-to-diagram.ts";
import { useSurroundings } from "../editor-context.ts";
import { usePart } from "../use-part.ts";
import { isElsewhere } from "./is-elsewhere.ts";
import { LinkProperties } from "./link-properties.tsx";
import { NodeProperties } from "./node-properties.tsx";
import "./panels.css";
import { takePlace, watchPlace } from "./place-wanted.ts";
import { SeveralProperties } from "./several-properties.tsx";

interface PropertiesPanelProps {
  readonly findings: readonly Finding[];
  /** The values with which conditions were evaluated in the last run, so that each shows whether it held. */
  readonly values?: ValuesAt | undefined;
}

/** The properties of the selection. */
export function PropertiesPanel({ findings, values }: PropertiesPanelProps) {
  const { editor } = useSurroundings();
  const selection = usePart("selection", (state) => state.selection);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = () => {
      const place = panel.current === null ? undefined : takePlace(editor);
      if (place !== undefined) showPlace(panel.current, place);
    };
    // The selection is rendered by now, even if the panel was mounted with it.
    show();
    return watchPlace(editor, () => requestAnimationFrame(show));
  }, [editor]);

  const keyDown = (event: KeyboardEvent) => {
    if (isElsewhere(event)) return;
    backToDiagram(event);
    const intent = intentOf(event, true);
    if (event.defaultPrevented || (intent !== "undo" && intent !== "redo")) return;
    event.preventDefault();
    event.stopPropagation();
    if (intent === "undo") editor.undo();
    else editor.redo();
  };
  const [node] = selection.nodes;
  const [link] = selection.links;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- undo and redo while typing in one of its fields.
    <div ref={panel} className="ep-panel" onKeyDown={keyDown}>
      {selectionSize(selection) === 0 ? (
        <div className="ep-nothing">
          <h2>Nothing selected</h2>
          <p>Select a node or a link on the canvas to see and change what it does.</p>
        </div>
      ) : selectionSize(selection) > 1 ? (
        <SeveralProperties selection={selection} />
      ) : node !== undefined ? (
        <NodeProperties key={node} id={node} findings={findings} values={values} />
      ) : (
        link !== undefined && <LinkProperties key={link} id={link} findings={findings} values={values} />
      )}
    </div>
  );
}

/** A property is marked itself, a row around its controls. Without a mark, the first control is focused. */
function showPlace(panel: HTMLElement | null, place: string): void {
  const found = panel?.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`) ?? panel;
  if (found === null) return;
  const inside = found.querySelector<HTMLElement>("[aria-invalid='true']") ?? found.querySelector<HTMLElement>("select, input, button");
  const control = found.matches("input, select, textarea") ? found : inside;
  control?.focus();
  // Like the Tab key: typing replaces the text.
  if (control instanceof HTMLInputElement) control.select();
  found.scrollIntoView({ block: "nearest" });
}
