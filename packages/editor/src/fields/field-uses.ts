import { conditionText, setterText, type FieldSource, type FlowLink, type FlowNode } from "@airlock/flow";
import { fieldNameIn } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { linkTitle, nodeTitle } from "../document/titles.ts";
import { listsOf, rowLists, rowsOf } from "../rows/registry.ts";
import type { ListName } from "../rows/row-list.ts";
import { propertiesOf } from "../kinds/registry.ts";
import { mapFields, type FieldPlace } from "./map-fields.ts";

/** A use of a field, as the dialog lists it: "Default risk", "input 3 of 11". */
export interface FieldPlaceUse {
  readonly nodeId?: string;
  readonly linkId?: string;
  readonly property: string;
  readonly item?: number;
  /** The node or link. */
  readonly title: string;
  /** Where in it. */
  readonly where: string;
}

/** All uses of a field, in the order of nodes, then links. Each place is listed once, however often it uses the field. */
export function fieldUses(document: FlowDocument, source: FieldSource, key: string): readonly FieldPlaceUse[] {
  const ofNodes = document.nodes.toArray().flatMap((node) => usesIn(document, node, source, key));
  const ofLinks = document.links.toArray().flatMap((link) => usesIn(document, link, source, key));
  return [...ofNodes, ...ofLinks];
}

function usesIn(document: FlowDocument, owner: FlowNode | FlowLink, source: FieldSource, key: string): readonly FieldPlaceUse[] {
  const places = new Map<string, FieldPlace & { readonly times: number }>();
  mapFields(owner, (field, place) => {
    if (field.source === source && field.key === key) {
      const id = `${place.property} ${place.item ?? ""}`;
      places.set(id, { ...place, times: (places.get(id)?.times ?? 0) + 1 });
    }
    return field.key;
  });
  const ids = "type" in owner ? { nodeId: owner.id } : { linkId: owner.id };
  const title = "type" in owner ? nodeTitle(owner) : linkTitle(document, owner);
  return [...places.values()].map(({ property, item, times }) => ({
    ...ids,
    property,
    ...(item === undefined ? {} : { item }),
    title,
    where: whereText(document, owner, property, item) + (times > 1 ? `, ${times} times` : ""),
  }));
}

function whereText(document: FlowDocument, owner: FlowNode | FlowLink, property: string, item: number | undefined): string {
  const list = listsOf(owner).find((name) => name === property);
  if (list !== undefined && item !== undefined) return rowText(document, owner, list, item);
  const input = "type" in owner ? propertiesOf(owner).find(([name]) => name === property)?.[1] : undefined;
  const label = input?.label.toLowerCase() ?? property;
  return input?.input === "references" ? `in the ${input.label === "URL" ? "URL" : label}` : `as ${label}`;
}

function rowText(document: FlowDocument, owner: FlowNode | FlowLink, list: ListName, item: number): string {
  const names = fieldNameIn(document);
  const condition = list === "conditionFields" ? rowsOf(owner, list)?.[item] : undefined;
  if (condition !== undefined) return conditionText(condition, names);
  const setter = list === "thenFields" || list === "setFields" ? rowsOf(owner, list)?.[item] : undefined;
  if (setter !== undefined) return setterText(setter, names);
  const header = list === "headers" ? rowsOf(owner, list)?.[item] : undefined;
  if (header !== undefined) return `in the header ${header.key}`;
  return `${rowLists[list].one} ${item + 1} of ${rowsOf(owner, list)?.length ?? 0}`;
}
