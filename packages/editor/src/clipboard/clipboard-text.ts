import { parseDefinition } from "@airlock/flow";
import { marker, version, type ClipboardContent } from "./content.ts";
import { messages, type ClipboardMessage } from "./messages.ts";

/** The text for the clipboard: JSON, so that it also survives a mail or a chat. */
export function clipboardText({ solution, nodes, links, fields, lists, subFlows }: ClipboardContent): string {
  return JSON.stringify({ airlock: marker, version, solution, nodes, links, fields, lists, subFlows });
}

export type ReadClipboard =
  | { readonly ok: true; readonly content: ClipboardContent }
  | { readonly ok: false; readonly message: ClipboardMessage };

const longest = 20_000_000;

/**
 * Reads text from the clipboard, which any application may have written. Never throws; the parts go through the same parser as a stored
 * definition.
 */
export function readClipboard(text: string): ReadClipboard {
  if (text.trim() === "") return { ok: false, message: messages.nothingToPaste };
  if (text.length > longest) return unable("the text is too long.");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return unable("the clipboard does not hold a copied selection.");
  }
  if (own(json, "airlock") !== marker) return unable("the clipboard does not hold a copied selection.");
  if (own(json, "version") !== version) return unable("it was copied with another version of Airlock.");
  const fields = own(json, "fields");
  const parsed = parseDefinition({
    solutionDefinition: { nodes: own(json, "nodes"), links: own(json, "links"), zoom: 100 },
    applicationDatasetFields: own(fields, "Application"),
    runtimeDatasetFields: own(fields, "Runtime"),
    applicationTestData: [],
    // Left out before there were lists and sub-flows.
    lists: own(json, "lists"),
    subFlows: own(json, "subFlows"),
  });
  if (!parsed.ok) {
    const [first] = parsed.problems;
    return unable(first === undefined ? "it cannot be read." : `${first.path}: ${first.message}`);
  }
  const { solutionDefinition, applicationDatasetFields, runtimeDatasetFields, lists = [], subFlows = [] } = parsed.definition;
  // A text that was written by hand may bring a Start along, or links that lead out of it.
  const nodes = solutionDefinition.nodes.filter((node) => node.type !== "Start");
  const ids = new Set(nodes.map((node) => node.id));
  const links = solutionDefinition.links.filter((link) => ids.has(link.source) && ids.has(link.target));
  if (nodes.length === 0) return { ok: false, message: messages.nothingToPaste };
  const solution = own(json, "solution");
  return {
    ok: true,
    content: {
      solution: typeof solution === "string" ? solution : "",
      nodes,
      links,
      fields: { Application: applicationDatasetFields, Runtime: runtimeDatasetFields },
      lists,
      subFlows,
    },
  };
}

function unable(reason: string): ReadClipboard {
  return { ok: false, message: messages.unableToPaste(reason) };
}

function own(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
