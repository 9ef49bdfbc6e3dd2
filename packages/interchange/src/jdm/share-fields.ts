import type { Value } from "./data.ts";
import type { Runs } from "./runs.ts";

/** A value that a node uses. */
export interface Read {
  readonly reader: string;
  /** What the reader runs for. */
  readonly causes: ReadonlySet<string>;
  readonly path: string;
  readonly value: Value;
}

export interface Sharing {
  /** By path and node: names of the fields of nodes that cannot share the field that is named as the path. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Reads that can get a value that they do not get in ZEN. */
  readonly wrong: readonly Read[];
}

/**
 * In ZEN each node has results of its own. Here nodes that set the same path share a runtime field as long as each read gets what it gets in ZEN; else they have several.
 * The first reads are the results of the flow: their fields are named as the path.
 */
export function shareFields(
  reads: readonly Read[],
  writers: ReadonlyMap<string, readonly string[]>,
  { runs, nameOf }: { readonly runs: Runs; readonly nameOf: (node: string) => string },
): Sharing {
  const names = new Map<string, ReadonlyMap<string, string>>();
  const wrong: Read[] = [];
  const taken = new Set(writers.keys());
  const readsOf = Map.groupBy(reads, ({ path }) => path);
  for (const [path, nodes] of writers) {
    const ofPath = readsOf.get(path) ?? [];
    const groups = groupsOf(nodes, ofPath);
    const apart = new Map(nodes.map((node) => [node, new Set<string>()]));
    for (const read of ofPath) {
      const pairs = conflictsOf(read, nodes, runs);
      for (const [one, other] of pairs) {
        apart.get(one)?.add(other);
        apart.get(other)?.add(one);
      }
      const isMixed = pairs.some(([one, other]) => groups.some((group) => group.has(one) && group.has(other)));
      if (isMixed || !read.value.isExact) wrong.push(read);
    }
    const fields: Set<string>[] = [];
    for (const group of groups) {
      const others = new Set([...group].flatMap((node) => [...(apart.get(node) ?? [])]));
      const field = fields.find((one) => ![...one].some((node) => others.has(node)));
      if (field === undefined) fields.push(new Set(group));
      else for (const node of group) field.add(node);
    }
    const ofNodes = fields.slice(1).flatMap((field) => {
      const [first = ""] = field;
      const name = freeName(`${nameOf(first)} ${path}`, taken);
      taken.add(name);
      return [...field].map((node) => [node, name] as const);
    });
    if (ofNodes.length > 0) names.set(path, new Map(ofNodes));
  }
  return { names, wrong };
}

/** Nodes that one read takes values of have one field. In the order of the reads, then of the nodes. */
function groupsOf(nodes: readonly string[], reads: readonly Read[]): readonly ReadonlySet<string>[] {
  const groups = new Map<string, Set<string>>();
  for (const together of [...reads.map(({ value }) => [...value.writers.keys()]), ...nodes.map((node) => [node])]) {
    const [first = ""] = together;
    const group = groups.get(first) ?? new Set<string>();
    for (const node of together.flatMap((node) => [...(groups.get(node) ?? [node])])) groups.set(node, group.add(node));
  }
  return [...new Set(groups.values())];
}

/** Pairs of nodes that a read cannot have in one field: a node that it takes the value of, and one that can leave another value there. */
function conflictsOf({ reader, causes, value }: Read, nodes: readonly string[], runs: Runs): readonly (readonly [string, string])[] {
  const { writers } = value;
  return nodes.flatMap((node) => {
    // It sets the field after the read, or not at all.
    if (node === reader || runs.isBefore(reader, node) || runs.areExclusive(runs.causes(node), causes)) return [];
    const isTaken = writers.has(node);
    const preferred = [...writers].filter(([, others]) => !isTaken || others.has(node)).map(([taken]) => taken);
    const isSafe = (taken: string): boolean => (isTaken || value.isCertain) && runs.isReplaced(node, taken);
    return preferred.filter((taken) => !isSafe(taken)).map((taken) => [taken, node] as const);
  });
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`;
  return name;
}
