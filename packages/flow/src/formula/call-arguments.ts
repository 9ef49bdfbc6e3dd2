/** Finds the call and the argument at a position of a formula, also while the formula is incomplete. */
import { findFunction, formulaFunctions, type FormulaFunction, type FunctionName, type ParameterType } from "./functions.ts";
import { tokenize, type Token } from "./tokens.ts";

interface Call {
  /** Undefined for a parenthesis, or a function that does not exist. */
  readonly name: FunctionName | undefined;
  /** From 0. */
  argument: number;
  /** The list that the call names, once it is written. */
  list: string | undefined;
}

export interface OpenArgument {
  readonly type: ParameterType;
  /** The list that the call names before this argument. */
  readonly list: string | undefined;
}

/** The argument that is written at the end of this text; undefined outside of calls of known functions. */
export function openArgument(text: string): OpenArgument | undefined {
  const call = callsOpenAt(tokenize(text).tokens, () => undefined).at(-1);
  const type = call && parameterType(call);
  return call === undefined || type === undefined ? undefined : { type, list: call.list };
}

/** The names of the lists that a formula looks up, whether or not it can be read as a whole. */
export function listsInFormula(text: string): readonly string[] {
  // Most formulas have no texts: they need not be read.
  if (!text.includes('"')) return [];
  const names: string[] = [];
  callsOpenAt(tokenize(text).tokens, (name) => names.push(name));
  return names;
}

/** The calls that are open at the end of the tokens, the outermost first. */
function callsOpenAt(tokens: readonly Token[], foundList: (name: string) => void): readonly Call[] {
  const open: Call[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    const call = open.at(-1);
    if (kind === "text" && call !== undefined && parameterType(call) === "List") {
      call.list = text;
      foundList(text);
    }
    if (kind !== "symbol") continue;
    if (text === ")") open.pop();
    if (text === "," && call !== undefined) call.argument += 1;
    if (text !== "(") continue;
    const before = tokens[index - 1];
    open.push({ name: before?.kind === "word" ? findFunction(before.text) : undefined, argument: 0, list: undefined });
  }
  return open;
}

function parameterType({ name, argument }: Call): ParameterType | undefined {
  if (name === undefined) return undefined;
  const { parameters }: FormulaFunction = formulaFunctions[name];
  return parameters[argument]?.type;
}
