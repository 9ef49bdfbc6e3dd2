import type { FlowList } from "../lists/flow-list.ts";
import type { Formula } from "./formula.ts";
import { signatureText } from "./functions.ts";
import type { TypedFormula } from "./typed-formula.ts";
import { aFormulaType, type Typing } from "./typing.ts";

/** inList(value, "list") and lookup(value, "list", "column"). The number of arguments is already checked. */
export function typeLookup(name: "inList" | "lookup", args: readonly Formula[], typing: Typing): TypedFormula | undefined {
  const [value, listName, columnName] = args;
  const key = value && typing.type(value);
  const list = listName && findNamedList(name, listName, typing);
  if (value === undefined || key === undefined || list === undefined) return undefined;
  if (key.type !== list.keyType) {
    const message = `The keys of ${list.name} are ${aFormulaType[list.keyType].replace(/^an? /, "of type ")}, but this is ${aFormulaType[key.type]}.`;
    return typing.report(value, message);
  }
  if (name === "inList") return { kind: "inList", type: "Boolean", list: list.name, key };
  if (columnName === undefined) return undefined;
  if (columnName.kind !== "text") return typing.report(columnName, `Write the name of a column in quotes: ${signatureText(name)}.`);
  const column = list.columns.find((one) => one.name === columnName.value);
  if (column !== undefined) return { kind: "lookup", type: column.type, list: list.name, column: column.name, key };
  const names = list.columns.map((one) => one.name).join(", ");
  const hint = names === "" ? "It is a set of keys, which inList tests." : `Its columns are ${names}.`;
  return typing.report(columnName, `${list.name} has no column ${columnName.value}. ${hint}`, "FORMULA_NAME");
}

function findNamedList(name: "inList" | "lookup", written: Formula, typing: Typing): FlowList | undefined {
  if (written.kind !== "text") return typing.report(written, `Write the name of a list in quotes: ${signatureText(name)}.`);
  const list = typing.list(written.value);
  return (
    list ?? typing.report(written, `There is no list ${written.value}. Write the name of one of your organisation's lists.`, "FORMULA_NAME")
  );
}
