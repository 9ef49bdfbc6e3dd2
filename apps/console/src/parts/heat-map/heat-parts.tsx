import type { HeatFields } from "@airlock/contract";
import { useFlowLevel, usePart } from "@airlock/editor/react";
import type { FlowNode } from "@airlock/flow";
import { KindIcon } from "../diagram/kind-icon.tsx";
import { kindLook } from "../diagram/kind-look.ts";

/** The heading of the details: the selected node, or the text for all nodes. */
export function NodeHead({ node, all }: { readonly node: FlowNode | undefined; readonly all: string }) {
  if (node === undefined) return <h2 className="heat-all">{all}</h2>;
  const { title, colour } = kindLook(node.type);
  return (
    <div className="heat-node">
      <span className="node-tile" style={colour}>
        <KindIcon kind={node.type} />
      </span>
      <div>
        <small>{title}</small>
        <h2>{node.label === "" ? title : node.label}</h2>
      </div>
    </div>
  );
}

export function Figure({ value, says }: { readonly value: string; readonly says: string }) {
  return (
    <div>
      <b>{value}</b>
      <span>{says}</span>
    </div>
  );
}

/** Nodes of the shown flow that no execution reached. */
export function DeadParts({ heat, empty }: { readonly heat: Pick<HeatFields, "total" | "nodes">; readonly empty: string }) {
  const nodes = usePart(undefined, (state) => state.document.nodes);
  const { path } = useFlowLevel();
  if (heat.total === 0) return <p className="heat-note">{empty}</p>;
  const counts = new Map(heat.nodes.map(({ id, count }) => [id, count]));
  const dead = nodes.toArray().filter(({ id }) => counts.get(`${path}${id}`) === 0);
  return (
    <section>
      <h3>Without executions</h3>
      {dead.length === 0 ? (
        <p className="muted">Every node was reached.</p>
      ) : (
        <ul className="heat-dead">
          {dead.map((node) => (
            <li key={node.id}>{node.label === "" ? kindLook(node.type).title : node.label}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
