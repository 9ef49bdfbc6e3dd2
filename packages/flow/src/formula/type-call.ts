import { readDateText } from "../date-text.ts";
import type { Formula, FormulaType, TextRange } from "./formula.ts";
import {
  findFunction,
  formulaFunctions,
  functionElsewhere,
  signatureText,
  type FormulaFunction,
  type FunctionName,
  type Parameter,
  type ParameterType,
} from "./functions.ts";
import { typeLookup } from "./type-lookup.ts";
import type { TypedFormula } from "./typed-formula.ts";
import { aFormulaType, isNumber, type Typing } from "./typing.ts";

type Call = Extract<Formula, { readonly kind: "call" }>;

type PlainFunction = Exclude<FunctionName, "inList" | "lookup">;

/** More digits than a Float keeps. */
const maxDigits = 12;

export function typeCall({ name: written, nameRange, args, from, to }: Call, typing: Typing): TypedFormula | undefined {
  const name = findFunction(written);
  if (name === undefined) {
    const known = functionElsewhere(written);
    const hint = known === undefined ? "Choose one of the list." : `Use ${signatureText(known)}.`;
    return typing.report(nameRange, `There is no function ${written}. ${hint}`, "FORMULA_NAME");
  }
  const { parameters, result }: FormulaFunction = formulaFunctions[name];
  const min = parameters.filter(({ optional }) => optional !== true).length;
  const max = parameters.at(-1)?.repeated === true ? Infinity : parameters.length;
  if (args.length < min || args.length > max) {
    const wanted = min === 0 ? "no argument" : min === 1 ? "one argument" : `${min} arguments`;
    const message = `${name} takes ${max === Infinity ? `at least ${wanted}` : max > min ? `${wanted} or ${max}` : wanted}: ${signatureText(name)}.`;
    return typing.report({ from, to }, message, "FORMULA_TYPE");
  }
  if (name === "inList" || name === "lookup") return typeLookup(name, args, typing);
  const typed = args.map((arg, index) => typeArgument(name, arg, parameters[Math.min(index, parameters.length - 1)], typing));
  const given = typed.filter((arg) => arg !== undefined);
  if (given.length < args.length) return undefined;
  typing.usesToday ||= name === "today";
  if (name === "date") return typeDate(given, args[0] ?? nameRange, typing);
  if (result === "rounded") return { kind: "call", type: roundedType(given), name, args: given };
  if (result !== "joined" && result !== "column") return { kind: "call", type: result, name, args: given };
  return typeJoined(name, parameters, args, given, typing);
}

function typeArgument(name: PlainFunction, arg: Formula, parameter: Parameter | undefined, typing: Typing): TypedFormula | undefined {
  const wanted = parameter?.type ?? "Any";
  const typed = wanted === "Boolean" ? typing.condition(arg) : typing.type(arg);
  if (typed === undefined || fits(typed, wanted)) return typed;
  const hint = typed.type === "String" && wanted === "Date" ? " Write date(…) around a text." : "";
  return typing.report(arg, `${name} takes ${wantedText[wanted]} here, not ${aFormulaType[typed.type]}.${hint}`);
}

const wantedText: Readonly<Record<ParameterType, string>> = {
  ...aFormulaType,
  Number: "a number",
  Ordered: "a number or a Date",
  Any: "a value",
  Key: "a key",
  List: "the name of a list",
  Column: "the name of a column",
  Digits: `a whole number from 0 to ${maxDigits} that is written out`,
};

function fits(formula: TypedFormula, wanted: ParameterType): boolean {
  const { type } = formula;
  if (wanted === "Any" || type === wanted) return true;
  if (wanted === "Number" || wanted === "Ordered") return isNumber(type) || (wanted === "Ordered" && type === "Date");
  return wanted === "Digits" && formula.kind === "literal" && formula.type === "Integer" && formula.value <= maxDigits;
}

/** A date that is written out is read here, so that a mistake in it is found before anything runs. */
function typeDate(args: readonly TypedFormula[], range: TextRange, typing: Typing): TypedFormula | undefined {
  const [text] = args;
  if (text?.kind !== "literal") return { kind: "call", type: "Date", name: "date", args };
  const value = readDateText(String(text.value));
  if (value === undefined) return typing.report(range, "This is not a day. Write it like 2026-01-31.");
  return { kind: "literal", type: "Date", value };
}

/** With digits after the point the result is a Float; rounding an Integer keeps it an Integer. */
function roundedType([number, digits]: readonly TypedFormula[]): "Integer" | "Float" {
  return number?.type === "Integer" || digits?.kind !== "literal" || digits.value === 0 ? "Integer" : "Float";
}

/** Its arguments are brought to one type: an Integer among Floats is widened. */
function typeJoined(
  name: PlainFunction,
  parameters: readonly Parameter[],
  ranges: readonly TextRange[],
  args: readonly TypedFormula[],
  typing: Typing,
): TypedFormula | undefined {
  const isJoined = (index: number): boolean => parameters[Math.min(index, parameters.length - 1)]?.type !== "Boolean";
  const joined = args.flatMap((arg, index) => (isJoined(index) ? [{ arg, index }] : []));
  let type: FormulaType | undefined;
  for (const { arg, index } of joined) {
    const before: FormulaType = type ?? arg.type;
    if (before === arg.type || (isNumber(before) && isNumber(arg.type))) type = before === arg.type ? before : "Float";
    else {
      const message = `This is ${aFormulaType[arg.type]}, but the value before it is ${aFormulaType[before]}. Both must be of one type.`;
      return typing.report(ranges[index] ?? { from: 0, to: 0 }, message);
    }
  }
  const common = type ?? "Float";
  const widened = args.map((arg, index) => (isJoined(index) && common === "Float" ? widen(arg) : arg));
  return { kind: "call", type: common, name, args: widened };
}

function widen(operand: TypedFormula): TypedFormula {
  return operand.type === "Integer" ? { kind: "widen", type: "Float", operand } : operand;
}
