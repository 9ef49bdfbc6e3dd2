import { limits } from "@airlock/flow";
import { useState, type KeyboardEvent } from "react";
import { renameNode } from "../../commands/change-node.ts";
import { useSurroundings } from "../editor-context.ts";
import { useCanvas } from "./canvas-context.ts";
import { useCell } from "./cell.ts";

/** F2: the name becomes a field, on the node itself. */
export function RenameField() {
  const { editor } = useSurroundings();
  const { view } = useCanvas();
  const opened = useCell(view.opened);
  const node = opened?.kind === "rename" ? editor.state.document.nodes.get(opened.nodeId) : undefined;
  if (node === undefined) return null;
  return <NameInput key={node.id} id={node.id} name={node.label} x={node.x} y={node.y} />;
}

interface NameInputProps {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

function NameInput({ id, name, x, y }: NameInputProps) {
  const { editor, tell } = useSurroundings();
  const { view } = useCanvas();
  const [text, setText] = useState(name);
  const save = (): void => {
    if (view.opened.get()?.kind !== "rename") return;
    if (text !== name) {
      const executed = editor.execute(renameNode(id, text));
      if (!executed.ok) tell({ level: "info", message: executed.refusal.reason });
    }
    editor.settle();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      save();
      view.close();
    } else if (event.key === "Escape") view.close();
  };
  return (
    <input
      className="cv-rename"
      style={{ transform: `translate(${x - 4}px,${y + 4}px)` }}
      aria-label="Name"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened with F2 in order to type.
      autoFocus
      value={text}
      maxLength={limits.labelLength}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        save();
        if (view.opened.get()?.kind === "rename") view.opened.set(undefined);
      }}
    />
  );
}
