/** Fixes of literals that are not quite numbers. */
import { readFloatText } from "@airlock/flow";
import { changeNode } from "../commands/change-node.ts";
import type { Command } from "../commands/command.ts";
import { changeRow } from "../commands/rows.ts";
import { findNumberStyle, toNumberText } from "../score-table/number-style.ts";
import { ownerOf } from "./owner-of.ts";
import { safe, type Fixer, type FixContext } from "./quick-fix.ts";

interface Literal {
  readonly text: string;
  readonly put: (text: string) => Command;
}

/** '2,5' and ' 18' are numbers to people: written as the engine reads them. */
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
  if (property === "defaultScore" && "type" in thing && (thing.type === "RangeScore" || thing.type === "ListScore")) {
    return [{ text: thing.defaultScore, put: (defaultScore) => changeNode(thing.id, thing.type, { defaultScore }) }];
  }
  if (item === undefined) return [];
  if (property === "conditionFields" && "conditionFields" in thing) {
    const text = thing.conditionFields[item]?.rightHandFieldname ?? "";
    return [{ text, put: (rightHandFieldname) => changeRow(owner, property, item, { rightHandFieldname }) }];
  }
  if (!("type" in thing)) return [];
  if (thing.type === "EasyRule" && property === "thenFields") {
    const text = thing.thenFields[item]?.rightHandFieldname ?? "";
    return [{ text, put: (rightHandFieldname) => changeRow(owner, property, item, { rightHandFieldname }) }];
  }
  if (thing.type === "SetState") {
    const text = thing.setFields[item]?.rightHandFieldname ?? "";
    return [{ text, put: (rightHandFieldname) => changeRow(owner, "setFields", item, { rightHandFieldname }) }];
  }
  if (thing.type === "Calculation") {
    return [{ text: thing.calculations[item]?.fieldKey ?? "", put: (fieldKey) => changeRow(owner, "calculations", item, { fieldKey }) }];
  }
  if (thing.type === "RangeScore") {
    const band = thing.ranges[item];
    return (["rangeFrom", "rangeTo", "score"] as const).flatMap((part) =>
      band === undefined ? [] : { text: band[part], put: (text) => changeRow(owner, "ranges", item, { [part]: text }) },
    );
  }
  if (thing.type === "ListScore") {
    const value = thing.values[item];
    return (["value", "score"] as const).flatMap((part) =>
      value === undefined ? [] : { text: value[part], put: (text) => changeRow(owner, "values", item, { [part]: text }) },
    );
  }
  return [];
}
