import { usedLists, type FieldSource } from "@airlock/flow";
import { fieldsOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";
import { mapFields } from "../fields/map-fields.ts";
import { whyNotCopy } from "../rules/node-rules.ts";
import type { Selection } from "../selection/selection.ts";
import type { ClipboardContent } from "./content.ts";

/** The copyable part of a selection. Links between copied nodes are included, selected or not: a flow without them is rarely useful. */
export function copySelection(document: FlowDocument, selection: Selection, solution = ""): ClipboardContent {
  const nodes = document.nodes.toArray().filter((node) => selection.nodes.has(node.id) && whyNotCopy(node) === undefined);
  const copied = new Set(nodes.map((node) => node.id));
  const between = new Set(
    nodes.flatMap((node) =>
      linksOf(document, node.id)
        .outgoing.filter((link) => copied.has(link.target))
        .map((link) => link.id),
    ),
  );
  const links = document.links.toArray().filter((link) => between.has(link.id));
  const used: Readonly<Record<FieldSource, Set<string>>> = { Application: new Set(), Runtime: new Set() };
  for (const owner of [...nodes, ...links]) {
    mapFields(owner, ({ source, key }) => {
      used[source].add(key);
      return key;
    });
  }
  const fields = (source: FieldSource) => fieldsOf(document, source).filter((field) => used[source].has(field.key));
  const named = new Set([...nodes, ...links].flatMap(usedLists));
  const lists = document.lists.filter(({ name }) => named.has(name));
  const run = new Set(nodes.flatMap((node) => (node.type === "SubFlow" ? [node.versionId] : [])));
  const subFlows = document.subFlows.filter(({ versionId }) => run.has(versionId));
  return { solution, nodes, links, fields: { Application: fields("Application"), Runtime: fields("Runtime") }, lists, subFlows };
}
