import type { Expression } from "../expression/expression.ts";
import type { Parsed } from "../flow/step.ts";
import type { Json, JdmNode } from "./read-jdm.ts";

interface SwitchStatement {
  readonly id: string;
  readonly isDefault: boolean;
  readonly source: string;
}

export function isCollectSwitch({ content }: JdmNode): boolean {
  return content.text("hitPolicy") === "collect";
}

export function statementsOf(content: Json): readonly SwitchStatement[] {
  return content.list("statements").map((statement) => {
    const source = statement.text("condition");
    return { id: statement.text("id"), source, isDefault: source.trim() === "" };
  });
}

/** The number of the first condition that holds, and 0 without one. */
export function firstThatHolds(conditions: readonly Parsed<Expression>[]): Expression {
  return conditions.reduceRight<Expression>(
    (otherwise, condition, index) =>
      condition.ok ? { kind: "if", condition: condition.value, holds: { kind: "number", text: String(index + 1) }, otherwise } : otherwise,
    { kind: "number", text: "0" },
  );
}
