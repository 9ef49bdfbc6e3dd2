import type { FlowLink, FlowNode } from "../definition.ts";
import { kinds } from "../kinds/registry.ts";

/** Nodes and links as findings call them. */
export class Names {
  readonly #nodes: readonly FlowNode[];
  readonly #byId: ReadonlyMap<string, FlowNode>;

  constructor(nodes: readonly FlowNode[]) {
    this.#nodes = nodes;
    this.#byId = new Map(nodes.map((node) => [node.id, node]));
  }

  node(node: FlowNode): string {
    const label = node.label.trim();
    return label === "" ? kinds[node.type].typeLabel : label;
  }

  placed(place: number): string {
    const node = this.#nodes[place];
    return node === undefined ? "" : this.node(node);
  }

  ends(link: FlowLink): { readonly from: string; readonly to: string } {
    const source = this.#byId.get(link.source);
    const target = this.#byId.get(link.target);
    return { from: source ? this.node(source) : "nowhere", to: target ? this.node(target) : "nowhere" };
  }
}
