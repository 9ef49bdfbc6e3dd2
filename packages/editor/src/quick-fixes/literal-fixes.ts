/** Fixes of literals that are not quite numbers. */
import { readFloatText, type FlowLink, type FlowNode } from "@airlock/flow";
import { changeNode } from "../commands/change-node.ts";
import type { Command } from "../commands/command.ts";
import { changeRow, type RowOwner } from "../commands/rows.ts";
import { propertiesOf } from "../kinds/registry.ts";
import { listsOf, rowLists, rowsOf } from "../rows/registry.ts";
import type { ListName, RowTypes } from "../rows/row-list.ts";
import { findNumberStyle, toNumberText } from "../score-table/number-style.ts";
import { ownerOf } from "./owner-of.ts";
import { safe, type Fixer, type FixContext } from "./quick-fix.ts";

interface Literal {
  readonly text: string;
  readonly put: (text: string) => Command;
}

/** Rewrites numbers such as '2,5' and ' 18' in the notation that the engine reads. */
export const readAsNumber: Fixer = (context) => literalsAt(context).flatMap((literal) => rewritten(literal, plainNumber(literal.text)));

export const roundIt: Fixer = (context) => literalsAt(context).flatMap((literal) => rewritten(literal, rounded(literal.text)));

function rewritten({ text, put }: Literal, better: string | undefined): ReturnType<Fixer> {
  return better === undefined || better === text ? [] : [safe(`Change '${text}' to ${better}`, put(better))];
}

function plainNumber(text: string): string | undefined {
  if (readFloatText(text).ok) return undefined;
  const { style, doubtful } = findNumberStyle([text]);
  return doubtful === undefined ? toNumberText(text, style) : undefined;
}

function rounded(text: string): string | undefined {
  if (!/^-?\d+\.\d+$/.test(text)) return undefined;
  const whole = text.replace(/^-?0*/, "").split(".")[0] ?? "";
  const decimals = Math.max(0, Math.min(12, 15 - whole.length));
  const short = Number(text)
    .toFixed(decimals)
    .replace(/\.?0+$/, "");
  return readFloatText(short).ok ? short : undefined;
}

/** The literals in the row or property that a finding is about. */
function literalsAt({ document, finding }: FixContext): readonly Literal[] {
  const found = ownerOf(document, finding);
  const { property, item } = finding;
  if (found === undefined) return [];
  const { thing, owner } = found;
  if (item === undefined) return "type" in thing ? literalProperties(thing, property) : [];
  return listsOf(thing)
    .filter((list) => list === property)
    .flatMap((list) => literalParts(thing, owner, list, item));
}

function literalProperties(node: FlowNode, property: string | undefined): readonly Literal[] {
  return propertiesOf(node)
    .filter(([name, { input }]) => name === property && input === "number")
    .map(([name]) => ({ text: String(Reflect.get(node, name)), put: (text) => changeNode(node.id, node.type, { [name]: text }) }));
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- inside, it ties the row to the parts of its list.
function literalParts<List extends ListName>(thing: FlowNode | FlowLink, owner: RowOwner, list: List, item: number): readonly Literal[] {
  const row = rowsOf(thing, list)?.[item];
  if (row === undefined) return [];
  const parts: readonly string[] = rowLists[list].numberTexts;
  return parts.map((part) => ({
    text: String(Reflect.get(row, part)),
    // The parts are those of the list's own rows.
    put: (text) => changeRow(owner, list, item, { [part]: text } as Partial<RowTypes[List]>),
  }));
}
