import { useState } from "react";
import { addLink } from "../../commands/links.ts";
import { newId } from "../../document/new-id.ts";
import { nodeTitle } from "../../document/titles.ts";
import { possibleTargets } from "../../rules/link-rules.ts";
import { useSurroundings } from "../editor-context.ts";

/** Linking in the list view: a choice of all nodes that a link from here may lead to. */
export function LinkTargets({ nodeId }: { readonly nodeId: string }) {
  const { editor, tell } = useSurroundings();
  const [isOpen, setOpen] = useState(false);
  const { document } = editor.state;
  if (!isOpen) {
    return (
      <button type="button" className="cv-textbutton" onClick={() => setOpen(true)}>
        Link to...
      </button>
    );
  }
  return (
    <select
      className="cv-select"
      aria-label="Link to"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the button that it replaces.
      autoFocus
      value=""
      onKeyDown={(event) => event.key !== "Escape" && event.stopPropagation()}
      onBlur={() => setOpen(false)}
      onChange={(event) => {
        const executed = editor.execute(addLink(newId(), nodeId, event.currentTarget.value));
        if (!executed.ok) tell({ level: "info", message: executed.refusal.reason });
        setOpen(false);
      }}
    >
      <option value="" disabled>
        Choose a node
      </option>
      {possibleTargets(document, nodeId).flatMap((id) => {
        const node = document.nodes.get(id);
        return node === undefined
          ? []
          : [
              <option key={id} value={id}>
                {nodeTitle(node)}
              </option>,
            ];
      })}
    </select>
  );
}
