/** Where a node or link refers to fields, defined once: finding uses and changing keys both use this. */
import type { FieldRef, FlowLink, FlowNode } from "@airlock/flow";
import { fieldSourceOf } from "../kinds/property-rules.ts";
import { propertiesOf } from "../kinds/registry.ts";
import type { FieldMap, ListName } from "../rows/row-list.ts";
import { listsOf, rowLists, rowsOf, withRows } from "../rows/registry.ts";
import { mapTextFields } from "./map-text-fields.ts";

export interface FieldPlace {
  readonly property: string;
  /** The row, where the property is a list. */
  readonly item?: number;
  /** The part of the row, where that needs saying: a header's name. */
  readonly part: string;
}

export type PlacedFieldMap = (field: FieldRef, place: FieldPlace) => string;

/** The same node or link with other keys where fields are referred to; the very same one where nothing changes. */
export function mapFields<Owner extends FlowNode | FlowLink>(owner: Owner, map: PlacedFieldMap): Owner {
  let mapped = owner;
  for (const list of listsOf(owner)) mapped = mapList(mapped, list, map);
  if (!("type" in owner)) return mapped;
  const changes: Record<string, string> = {};
  for (const [property, input] of propertiesOf(owner)) {
    const value: unknown = Reflect.get(owner, property);
    if (typeof value !== "string" || value === "") continue;
    const at = placed(map, { property, part: "" });
    const after =
      input.input === "field"
        ? at({ source: fieldSourceOf(owner, input.source), key: value }, "")
        : input.input === "references"
          ? mapTextFields(value, at)
          : value;
    if (after !== value) changes[property] = after;
  }
  return Object.keys(changes).length === 0 ? mapped : { ...mapped, ...changes };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- inside, it ties the rows to the rules of their own list.
function mapList<Owner extends FlowNode | FlowLink, List extends ListName>(owner: Owner, list: List, map: PlacedFieldMap): Owner {
  const rows = rowsOf(owner, list) ?? [];
  let isChanged = false;
  const mapped = rows.map((row, item) => {
    let isRowChanged = false;
    const after = rowLists[list].mapFields(
      row,
      placed(
        (field, place) => {
          const key = map(field, place);
          isRowChanged ||= key !== field.key;
          return key;
        },
        { property: list, item, part: "" },
      ),
    );
    isChanged ||= isRowChanged;
    return isRowChanged ? after : row;
  });
  return isChanged ? withRows(owner, list, mapped) : owner;
}

/** An empty key refers to nothing. */
function placed(map: PlacedFieldMap, place: FieldPlace): FieldMap {
  return (field, part) => (field.key === "" ? "" : map(field, { ...place, part }));
}
