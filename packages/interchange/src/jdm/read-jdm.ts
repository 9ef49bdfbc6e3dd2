/** Reads a JDM file, which is untrusted JSON, into the parts that are converted. */
import { limits } from "@airlock/flow";
import { UnreadableFile } from "../report/imported.ts";

export interface JdmNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly content: Json;
}

export interface JdmEdge {
  readonly source: string;
  readonly target: string;
  /** The statement of a switch that it leaves from; empty for other nodes. */
  readonly handle: string;
}

export interface Jdm {
  readonly nodes: ReadonlyMap<string, JdmNode>;
  readonly edges: readonly JdmEdge[];
  /** Where edges of the file leave, also those that are never followed: what other nodes return are results if no output is reached. */
  readonly sources: ReadonlySet<string>;
}

/** An object of the file: own properties only, whatever they are named. */
export class Json {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(value: unknown) {
    this.#values = new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  }

  text(name: string): string {
    const value = this.#values.get(name);
    return typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";
  }

  isTrue(name: string): boolean {
    return this.#values.get(name) === true;
  }

  list(name: string): readonly Json[] {
    const value = this.#values.get(name);
    return Array.isArray(value) ? value.map((item) => new Json(item)) : [];
  }

  object(name: string): Json {
    return new Json(this.#values.get(name));
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  get names(): readonly string[] {
    return [...this.#values.keys()];
  }
}

/** Whether a JSON file is of this format, and not a solution of Airlock. */
export function isJdm(text: string): boolean {
  const file = parse(text);
  return file !== undefined && file.has("nodes") && file.has("edges");
}

function parse(text: string): Json | undefined {
  try {
    return new Json(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function readJdm(text: string): Jdm {
  const file = parse(text);
  if (file === undefined) throw new UnreadableFile("This file is not JSON.");
  if (!file.has("nodes") || !file.has("edges")) throw new UnreadableFile("This file has no nodes and edges: it is not a JDM file.");
  const nodes = new Map<string, JdmNode>();
  if (file.list("nodes").length > limits.nodes || file.list("edges").length > limits.links) {
    throw new UnreadableFile(`This file has more than ${limits.nodes} nodes or ${limits.links} edges.`);
  }
  for (const node of file.list("nodes")) {
    const id = node.text("id");
    if (id === "" || nodes.has(id))
      throw new UnreadableFile(`Each node has an id of its own; this file has ${id === "" ? "one without" : `'${id}' twice`}.`);
    nodes.set(id, { id, type: node.text("type"), name: node.text("name") || id, content: node.object("content") });
  }
  const edges = file
    .list("edges")
    .map((edge) => ({ source: edge.text("sourceId"), target: edge.text("targetId"), handle: edge.text("sourceHandle") }));
  const known = edges.filter(({ source, target }) => nodes.has(source) && nodes.has(target));
  return { nodes, edges: known, sources: new Set(known.map(({ source }) => source)) };
}

/** The nodes that the input reaches, each after all nodes before it. */
export function inOrder({ nodes, edges }: Jdm): readonly JdmNode[] {
  const reached = new Set([...nodes.values()].filter(({ type }) => type === "inputNode").map(({ id }) => id));
  if (reached.size === 0) throw new UnreadableFile("This file has no input node.");
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const { source, target } of edges) if (reached.has(source)) reached.add(target);
  }
  const order: JdmNode[] = [];
  const done = new Set<string>();
  while (done.size < reached.size) {
    const ready = [...reached].filter(
      (id) => !done.has(id) && edges.every(({ source, target }) => target !== id || !reached.has(source) || done.has(source)),
    );
    if (ready.length === 0) throw new UnreadableFile("The edges of this file make a circle.");
    for (const id of ready) {
      done.add(id);
      const node = nodes.get(id);
      if (node !== undefined) order.push(node);
    }
  }
  return order;
}
