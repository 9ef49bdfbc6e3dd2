import { kinds, nodeSummary, type Definition } from "@airlock/flow";
import { Handle, Position, ReactFlow, useEdgesState, useNodesState, type Node, type NodeProps } from "@xyflow/react";
import { memo } from "react";
import "@xyflow/react/dist/style.css";

type BareNode = Node<{ readonly title: string; readonly line: string }>;

const Bare = memo(function Bare({ data }: NodeProps<BareNode>) {
  return (
    <div className="bare">
      <Handle type="target" position={Position.Left} />
      <b>{data.title}</b>
      <small>{data.line}</small>
      <Handle type="source" position={Position.Right} />
    </div>
  );
});
const nodeTypes = { bare: Bare };

/** The same nodes and links drawn by React Flow, with only a title and a line. */
export function Page({ definition, query }: { readonly definition: Definition; readonly query: URLSearchParams }) {
  const { nodes, links } = definition.solutionDefinition;
  const [shown, , onNodesChange] = useNodesState<BareNode>(
    nodes.map((node) => ({
      id: node.id,
      type: "bare",
      position: { x: node.x, y: node.y },
      width: kinds[node.type].width,
      height: kinds[node.type].height,
      data: { title: node.label, line: nodeSummary(node, () => "field") },
    })),
  );
  const [edges, , onEdgesChange] = useEdgesState(
    links.map((link) => ({ id: link.id, source: link.source, target: link.target, ...(link.label === "" ? {} : { label: link.label }) })),
  );
  return (
    <ReactFlow
      nodes={shown}
      edges={edges}
      nodeTypes={nodeTypes}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      onlyRenderVisibleElements={!query.has("fit") && nodes.length >= 300}
      fitView={query.has("fit")}
      snapToGrid
      snapGrid={[25, 25]}
      minZoom={0.05}
    />
  );
}
