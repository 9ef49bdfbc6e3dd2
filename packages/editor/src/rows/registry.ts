import type { FieldRef, FieldType, FlowLink, FlowNode } from "@airlock/flow";
import { bands } from "./bands.ts";
import { calculationItems } from "./calculation-items.ts";
import { conditions } from "./conditions.ts";
import { formulas } from "./formulas.ts";
import { headers } from "./headers.ts";
import { listValues } from "./list-values.ts";
import { lookupOutputs } from "./lookup-outputs.ts";
import { outputs } from "./outputs.ts";
import { predictionInputs } from "./prediction-inputs.ts";
import type { ListName, RowList, RowTypes } from "./row-list.ts";
import { setters } from "./setters.ts";
import { subFlowInputs, subFlowOutputs } from "./sub-flow-rows.ts";
import { defaultRows, tableInputs, tableOutputs, tableRows } from "./table-rows.ts";

/** Every list with its rules. One without does not compile. */
export const rowLists: { readonly [List in ListName]: RowList<RowTypes[List]> } = {
  conditionFields: conditions,
  thenFields: setters("Then"),
  setFields: setters("Set"),
  calculations: calculationItems,
  formulas,
  ranges: bands,
  values: listValues,
  headers,
  responseMapping: outputs,
  inputFields: predictionInputs,
  lookupOutputs,
  subFlowInputs,
  subFlowOutputs,
  inputColumns: tableInputs,
  outputColumns: tableOutputs,
  tableRows,
  defaultRows,
};

const listNames = Object.keys(rowLists) as ListName[]; // the keys are those of the type above

/** The lists that a node or link has, in the order of the panel. */
export function listsOf(owner: FlowNode | FlowLink): readonly ListName[] {
  return listNames.filter((name) => Object.hasOwn(owner, name));
}

export function rowsOf<List extends ListName>(owner: FlowNode | FlowLink, list: List): readonly RowTypes[List][] | undefined {
  if (!Object.hasOwn(owner, list)) return undefined;
  // A list's name determines the type of its rows, in every kind of node and in links, as RowTypes declares.
  const rows: readonly RowTypes[List][] = Reflect.get(owner, list);
  return rows;
}

/** The owner with other rows in one of its lists. */
export function withRows<List extends ListName, Owner extends FlowNode | FlowLink>(
  owner: Owner,
  list: List,
  rows: readonly RowTypes[List][],
): Owner {
  return { ...owner, [list]: rows };
}

/** The same node or link for a field that has another type now; the very same one where nothing changes. */
export function retypedOwner<Owner extends FlowNode | FlowLink>(owner: Owner, field: FieldRef, type: FieldType): Owner {
  return listsOf(owner).reduce((now, list) => retypedList(now, list, field, type), owner);
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- inside, it ties the rows to the rules of their own list.
function retypedList<Owner extends FlowNode | FlowLink, List extends ListName>(
  owner: Owner,
  list: List,
  field: FieldRef,
  type: FieldType,
): Owner {
  const rows = rowsOf(owner, list) ?? [];
  const retyped = rows.map((row) => rowLists[list].retyped(row, field, type));
  return retyped.some((row, index) => row !== rows[index]) ? withRows(owner, list, retyped) : owner;
}

/** The owner with every list normalised by its rules after rows were added from elsewhere. */
export function settledOwner<Owner extends FlowNode | FlowLink>(owner: Owner): Owner {
  return listsOf(owner).reduce((now, list) => settledList(now, list), owner);
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- inside, it ties the rows to the rules of their own list.
function settledList<Owner extends FlowNode | FlowLink, List extends ListName>(owner: Owner, list: List): Owner {
  const { settle } = rowLists[list];
  return settle === undefined ? owner : withRows(owner, list, settle(rowsOf(owner, list) ?? []));
}
