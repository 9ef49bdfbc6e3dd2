/** Why a runtime field may be missing where it is read. */
import { nodeUnset } from "../kinds/kind-of.ts";
import { listed } from "../wording.ts";
import type { FlowState } from "./flow-state.ts";
import type { Names } from "./names.ts";

export interface MissingReason {
  readonly why: string;
  readonly remedy: string;
}

/** Names of nodes that are written out of a path. */
const maxNames = 5;

/**
 * Walks back from the reader along the links behind which the field is not surely set. Either a path leads all the way to Start without a
 * node that sets the field, or every such path passes a node that sets it only sometimes. `afterReader` for a condition on a link out
 * of the reader, which is evaluated when the reader has run.
 */
export function whyMissing(field: number, reader: number, afterReader: boolean, state: FlowState, names: Names): MissingReason {
  const name = state.fields.list[field]?.name ?? "";
  /** By position: the next node on the way to the reader. */
  const next = new Map<number, number | undefined>([[reader, undefined]]);
  let setter: number | undefined;
  // Grows while it is walked.
  const waiting = [reader];
  for (const place of waiting) {
    if ((place !== reader || afterReader) && writes(place, field, state)) {
      setter ??= place;
      continue;
    }
    const ways = state.waysWithout(place, field);
    if (ways.length === 0) return { why: `nothing sets it on the path ${pathText(place, next, names)}`, remedy: "Set it on this path" };
    for (const { from } of ways) {
      if (next.has(from)) continue;
      next.set(from, place);
      waiting.push(from);
    }
  }
  return setter === undefined
    ? { why: "on some paths nothing sets it", remedy: "Set it on every path" }
    : setterReason(setter, name, state, names);
}

function setterReason(setter: number, field: string, state: FlowState, names: Names): MissingReason {
  const node = state.graph.nodes[setter];
  if (node === undefined) return { why: "on some paths nothing sets it", remedy: "Set it on every path" };
  const { fields } = state;
  const { when, give } = nodeUnset(
    node,
    (source, key) => fields.name(source, key),
    (source, key) => {
      const place = fields.place(source, key);
      const mayBeMissing = place === undefined || state.baseBefore(setter, place).missing;
      return { name: fields.name(source, key), isWhole: fields.get(source, key)?.type === "Integer", mayBeMissing };
    },
  );
  const title = names.node(node);
  return { why: `${title} ${when}`, remedy: give === undefined ? `Set ${field} before ${title}` : `Give ${title} ${give}` };
}

function writes(place: number, field: number, { graph, fields }: FlowState): boolean {
  return (graph.uses[place] ?? []).some((use) => use.access === "write" && fields.place(use.source, use.key) === field);
}

function pathText(start: number, next: ReadonlyMap<number, number | undefined>, names: Names): string {
  const path: string[] = [];
  for (let place: number | undefined = start; place !== undefined; place = next.get(place)) path.push(names.placed(place));
  const [first = "", ...rest] = path;
  const shown = path.length > maxNames ? [first, `${path.length - maxNames + 1} nodes`, ...rest.slice(2 - maxNames)] : path;
  return listed(shown);
}
