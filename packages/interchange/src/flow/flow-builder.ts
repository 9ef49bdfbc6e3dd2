import {
  bareReferences,
  gridSize,
  limits,
  newCondition,
  newLink,
  newNode,
  shownFormula,
  type ConditionItem,
  type Definition,
  type FlowLink,
  type FlowNode,
  type NodeKind,
  type NodeOf,
  type NodeProperties,
} from "@airlock/flow";
import { Fields, type Field } from "./fields.ts";

const columnWidth = gridSize * 9;
const rowHeight = gridSize * 4;

/** Nodes and links of the new flow, laid out from the left to the right. */
export class FlowBuilder {
  readonly #nodes: FlowNode[] = [];
  readonly #links: FlowLink[] = [];
  readonly fields = new Fields();

  add<Kind extends NodeKind>(kind: Kind, label: string, properties: Partial<NodeProperties<Kind>> = {}): NodeOf<Kind> {
    const node = { ...newNode(kind, `n${this.#nodes.length + 1}`, 0, 0), ...properties };
    const labelled = kind === "Start" || kind === "End" ? node : { ...node, label: label.slice(0, limits.labelLength) };
    this.#nodes.push(labelled);
    return labelled;
  }

  link(from: string, to: string, parts: Partial<Pick<FlowLink, "conditionFields" | "otherwise" | "label">> = {}): void {
    const [source, target] = [from, to].map((wanted) => this.#nodes.find(({ id }) => id === wanted));
    if (source === undefined || target === undefined) throw new Error(`There is no node ${source === undefined ? from : to}`);
    this.#links.push({ ...newLink(`l${this.#links.length + 1}`, source, target), ...parts });
  }

  /** Nodes that no link leaves. */
  leaves(): readonly string[] {
    return this.#nodes.filter(({ id }) => !this.#links.some(({ source }) => source === id)).map(({ id }) => id);
  }

  /** A formula as the editor shows it. */
  shown(formula: string): string {
    return shownFormula(
      formula,
      bareReferences((source, key) => this.fields.nameOf(source, key)),
    ).text;
  }

  definition(): Definition {
    return {
      solutionDefinition: { nodes: this.#laidOut(), links: this.#links, zoom: 100 },
      ...this.fields.datasets(),
      applicationTestData: [],
    };
  }

  /** A node is one column right of the last node before it. */
  #laidOut(): readonly FlowNode[] {
    const columns = new Map(this.#nodes.map(({ id }) => [id, 0]));
    for (let pass = 0, moved = true; moved && pass <= this.#nodes.length; pass += 1) {
      moved = false;
      for (const { source, target } of this.#links) {
        const least = (columns.get(source) ?? 0) + 1;
        if ((columns.get(target) ?? 0) >= least) continue;
        columns.set(target, least);
        moved = true;
      }
    }
    const last = Math.max(0, ...columns.values());
    const heights = new Map<number, number>();
    return this.#nodes.map((node) => {
      const column = node.type === "End" ? last : (columns.get(node.id) ?? 0);
      const row = heights.get(column) ?? 0;
      heights.set(column, row + 1);
      return { ...node, x: 100 + column * columnWidth, y: 200 + row * rowHeight };
    });
  }
}

/** That a field has this value. */
export function hasValue({ source, key, type }: Field, literal: string): readonly ConditionItem[] {
  return [
    { ...newCondition(), leftHandDatasource: source, leftHandFieldname: key, leftHandType: type ?? "String", rightHandFieldname: literal },
  ];
}
