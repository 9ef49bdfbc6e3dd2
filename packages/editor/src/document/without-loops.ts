import type { FlowLink } from "@airlock/flow";

/** The links between these nodes without those that close a loop, duplicate another, or lead elsewhere. In one pass. */
export function withoutLoops(nodeIds: readonly string[], links: readonly FlowLink[]): readonly FlowLink[] {
  const outgoing = new Map<string, FlowLink[]>(nodeIds.map((id) => [id, []]));
  const pairs = new Set<string>();
  for (const link of links) {
    const pair = `${link.source} ${link.target}`;
    if (pairs.has(pair) || !outgoing.has(link.target)) continue;
    pairs.add(pair);
    outgoing.get(link.source)?.push(link);
  }
  const kept = new Set<FlowLink>();
  const state = new Map<string, "open" | "closed">();
  for (const root of nodeIds) {
    if (state.has(root)) continue;
    // An explicit stack: a chain of 2,000 nodes must not be 2,000 nested calls.
    const stack = [{ id: root, next: 0 }];
    state.set(root, "open");
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const link = outgoing.get(top.id)?.[top.next];
      top.next += 1;
      if (link === undefined) {
        state.set(top.id, "closed");
        stack.pop();
      } else if (state.get(link.target) !== "open") {
        kept.add(link);
        if (!state.has(link.target)) {
          state.set(link.target, "open");
          stack.push({ id: link.target, next: 0 });
        }
      }
    }
  }
  return links.filter((link) => kept.has(link));
}
