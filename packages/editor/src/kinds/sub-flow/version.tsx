import type { Finding, SubFlow, SubFlowNode } from "@airlock/flow";
import { useState } from "react";
import { useSurroundings } from "../../react/editor-context.ts";
import { useFlowLevel } from "../../react/levels/flow-level.ts";
import { Icon } from "../../react/icon.tsx";
import { Notes } from "../../react/panels/controls/notes.tsx";
import { findingsAt } from "../../react/panels/findings-of.ts";

interface SubFlowVersionProps {
  readonly node: SubFlowNode;
  readonly called: SubFlow | undefined;
  readonly findings: readonly Finding[];
}

/** Which version the node runs, and whether there is a newer one. */
export function SubFlowVersion({ node, called, findings }: SubFlowVersionProps) {
  const { readOnly, subFlows } = useSurroundings();
  const level = useFlowLevel();
  const isChosen = node.versionId !== "";
  return (
    <div className="ep-property" data-place="versionId">
      <div className="ep-version">
        <span className="ep-version-name">
          {called === undefined ? (
            <b>{isChosen ? node.versionName || "Unknown version" : "No version chosen yet"}</b>
          ) : (
            <>
              <b>{called.solutionName}</b>
              <span>{called.name}</span>
            </>
          )}
        </span>
        {!readOnly && subFlows !== undefined && (
          <button type="button" className="ep-outline-button" onClick={() => subFlows.choose(node.id)}>
            {isChosen ? "Change version" : "Choose version"}
          </button>
        )}
      </div>
      {level.canOpen(node.id) && (
        <button
          type="button"
          className="ep-text-button ep-open"
          title="O, or a double click on the node"
          onClick={() => level.open(node.id)}
        >
          <Icon name="eye" size={14} />
          Open sub-flow
        </button>
      )}
      {!isChosen && <p className="ep-help">The node runs a version of another solution. The version stays the same until you update it.</p>}
      <NewerVersion node={node} />
      <Notes findings={findingsAt(findings, "versionId")} />
    </div>
  );
}

function NewerVersion({ node }: { readonly node: SubFlowNode }) {
  const { readOnly, subFlows } = useSurroundings();
  const [isUpdating, setUpdating] = useState(false);
  const newer = subFlows?.newer.get(node.versionId);
  const isDeleted = subFlows?.deleted.has(node.versionId) === true;
  if (subFlows === undefined || (newer === undefined && !isDeleted)) return null;
  const update = async () => {
    if (newer === undefined || isUpdating) return;
    setUpdating(true);
    await subFlows.update(node.id, newer);
    setUpdating(false);
  };
  return (
    <div className="ep-newer">
      <Icon name="info" size={14} />
      <span>
        {isDeleted && "This version was deleted. The copy in this flow still runs. "}
        {newer !== undefined && `${newer.name} is available.`}
      </span>
      {newer !== undefined && !readOnly && (
        <button type="button" className="ep-outline-button" aria-disabled={isUpdating} onClick={() => void update()}>
          {isUpdating ? "Updating" : "Update"}
        </button>
      )}
    </div>
  );
}
