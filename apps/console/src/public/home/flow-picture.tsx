import { iconId } from "../../ui/icons/mount-icons.ts";
import { curve, iconOf, links, nodes } from "./flow-drawing.ts";
import type { DrawnNode } from "./flow-drawing.ts";
import "./flow-picture.css";

function NodePicture({ node }: { readonly node: DrawnNode }) {
  const { kind, x, y, title, executed } = node;
  const width = title === undefined ? 50 : 150;
  const tile = title === undefined ? 50 : 32;
  return (
    <g className={`flow-node kind-${kind}${executed ? " executed" : ""}`} transform={`translate(${x} ${y})`}>
      <rect className="flow-face" width={width} height="50" rx="8" />
      <path
        className="flow-tile"
        d={
          title === undefined
            ? "M8 .5h34a7.5 7.5 0 0 1 7.5 7.5v34a7.5 7.5 0 0 1-7.5 7.5H8A7.5 7.5 0 0 1 .5 42V8A7.5 7.5 0 0 1 8 .5z"
            : "M33 .5H8A7.5 7.5 0 0 0 .5 8v34A7.5 7.5 0 0 0 8 49.5h25z"
        }
      />
      <use className="flow-glyph" href={`#${iconId(iconOf(kind))}`} x={tile / 2 - 9} y="16" width="18" height="18" />
      <rect className="flow-edge" width={width} height="50" rx="8" />
      {title !== undefined && (
        <text x="41" y="30">
          {title}
        </text>
      )}
      {kind !== "start" && <circle className="flow-port" cx="0" cy="25" r="4" />}
      {kind !== "end" && <circle className="flow-port" cx={width} cy="25" r="4" />}
    </g>
  );
}

export function FlowPicture() {
  return (
    <svg className="flow-picture" viewBox="0 0 1050 540" aria-hidden="true" focusable="false">
      {links.map((link) => (
        <path
          key={`${link.from.join()}-${link.to.join()}`}
          className={`flow-link${link.executed ? " executed" : ""}${link.conditional ? " conditional" : ""}`}
          d={curve(link)}
        />
      ))}
      {nodes.map((node) => (
        <NodePicture key={`${node.x}-${node.y}`} node={node} />
      ))}
    </svg>
  );
}
