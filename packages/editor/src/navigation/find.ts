import { kinds } from "@airlock/flow";
import type { FlowDocument } from "../document/flow-document.ts";
import { linkTitle, nodeTitle } from "../document/titles.ts";
import { linkCaption, nodeCaption } from "../summary/captions.ts";
import { nodeSentence } from "../summary/node-sentence.ts";
import { selectionOf, type Selection } from "../selection/selection.ts";

export interface Found {
  /** The selection that shows the result. */
  readonly selection: Selection;
  readonly title: string;
  /** The kind, and one line of logic. */
  readonly typeLabel: string;
  readonly line: string;
}

/** Nodes and links that contain a text, the best match first: the beginning of a name, of a word, within a name, in the kind or logic. */
export function findInFlow(document: FlowDocument, text: string, max = 50): readonly Found[] {
  const wanted = plain(text);
  if (wanted === "") return [];
  const found: { readonly rank: number; readonly what: Found }[] = [];
  for (const node of document.nodes.toArray()) {
    const { title, line } = nodeCaption(document, node);
    const { typeLabel } = kinds[node.type];
    // Start and End have no logic.
    const logic = line === "" ? [] : [line, nodeSentence(document, node)];
    const rank = rankOf(wanted, nodeTitle(node), [typeLabel, ...logic]);
    if (rank !== undefined) found.push({ rank, what: { selection: selectionOf([node.id]), title, typeLabel, line } });
  }
  for (const link of document.links.toArray()) {
    const { text: line, isConditional } = linkCaption(document, link);
    if (line === "" && !isConditional) continue;
    const rank = rankOf(wanted, line, []);
    if (rank === undefined) continue;
    // Links come after nodes that match equally well.
    const what = { selection: selectionOf([], [link.id]), title: linkTitle(document, link), typeLabel: "Link", line };
    found.push({ rank: rank + 0.5, what });
  }
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ what }) => what);
}

function rankOf(wanted: string, name: string, others: readonly string[]): number | undefined {
  const title = plain(name);
  if (title === wanted) return 0;
  if (title.startsWith(wanted)) return 1;
  if (title.split(/[\s_-]+/).some((word) => word.startsWith(wanted))) return 2;
  if (title.includes(wanted)) return 3;
  return others.some((other) => plain(other).includes(wanted)) ? 4 : undefined;
}

/** Searching ignores case and accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
