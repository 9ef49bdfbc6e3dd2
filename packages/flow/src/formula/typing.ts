import type { FlowList } from "../lists/flow-list.ts";
import type { Formula, FormulaProblem, FormulaType, TextRange } from "./formula.ts";
import type { TypedFormula } from "./typed-formula.ts";

/**
 * Infers the types of parts. A part with a problem has no type, and parts that contain it are not checked, so that a mistake is reported
 * once.
 */
export interface Typing {
  usesToday: boolean;
  readonly report: (range: TextRange, message: string, code?: FormulaProblem["code"]) => undefined;
  readonly type: (formula: Formula) => TypedFormula | undefined;
  readonly condition: (formula: Formula) => TypedFormula | undefined;
  readonly list: (name: string) => FlowList | undefined;
}

export const isNumber = (type: FormulaType): type is "Integer" | "Float" => type === "Integer" || type === "Float";

export const aFormulaType: Readonly<Record<FormulaType, string>> = {
  String: "a String",
  Integer: "an Integer",
  Float: "a Float",
  Boolean: "a Boolean",
  Date: "a Date",
};
