import type { Definition, FlowNode } from "@airlock/flow";

/** Flows are wide: horizontal compression keeps their nodes recognisable at thumbnail size. */
const squeeze = 0.6;

function placed(node: FlowNode): FlowNode {
  return { ...node, x: node.x * squeeze };
}

function sizeOf(node: FlowNode): readonly [number, number] {
  return node.type === "Start" || node.type === "End" ? [44, 50] : [96, 50];
}

/** A thumbnail of a flow: the positions and colours of its nodes, and their links. */
export function FlowThumbnail({ definition }: { readonly definition: Definition }) {
  const { links } = definition.solutionDefinition;
  const nodes = definition.solutionDefinition.nodes.map(placed);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lefts = nodes.map((node) => node.x);
  const tops = nodes.map((node) => node.y);
  const rights = nodes.map((node) => node.x + sizeOf(node)[0]);
  const bottoms = nodes.map((node) => node.y + sizeOf(node)[1]);
  const [left, top] = [Math.min(...lefts) - 30, Math.min(...tops) - 30];
  const [width, height] = [Math.max(...rights) + 30 - left, Math.max(...bottoms) + 30 - top];
  return (
    <svg
      className="thumbnail"
      viewBox={`${left} ${top} ${width} ${Math.max(height, width / 3)}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      focusable="false"
    >
      {links.map((link) => {
        const [from, to] = [byId.get(link.source), byId.get(link.target)];
        if (!from || !to) return null;
        const [x1, y1] = [from.x + sizeOf(from)[0], from.y + 25];
        const [x2, y2] = [to.x, to.y + 25];
        const bend = Math.max(24, (x2 - x1) / 2);
        const isDashed = link.otherwise || link.conditionFields.length > 0;
        return (
          <path
            key={link.id}
            d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`}
            {...(isDashed ? { strokeDasharray: "18 12" } : {})}
          />
        );
      })}
      {nodes.map((node) => {
        const [w, h] = sizeOf(node);
        return (
          <g key={node.id}>
            <rect className="thumbnail-node" x={node.x} y={node.y} width={w} height={h} rx="8" />
            <rect x={node.x} y={node.y} width={w === 44 ? 44 : 34} height={h} rx="8" fill={node.color} opacity="0.72" />
          </g>
        );
      })}
    </svg>
  );
}
