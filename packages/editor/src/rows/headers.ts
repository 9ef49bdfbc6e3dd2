import { limits, newKeyValue, type KeyValueItem } from "@airlock/flow";
import { mapTextFields } from "../fields/map-text-fields.ts";
import { whyNotText } from "../rules/text-rules.ts";
import { firstOf, type RowList } from "./row-list.ts";

export const headers: RowList<KeyValueItem> = {
  one: "header",
  title: "Headers",
  max: limits.headers,
  newRow: newKeyValue,
  follow: (after) => after,
  whyNot: (after) => firstOf(whyNotText(after.key, limits.nameLength), whyNotText(after.value, limits.headerLength)),
  numberTexts: [],
  retyped: (row) => row,
  mapFields: (row, map) => ({ ...row, value: mapTextFields(row.value, map, row.key) }),
};
