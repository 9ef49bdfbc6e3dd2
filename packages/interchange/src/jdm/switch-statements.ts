import type { Expression } from "../expression/expression.ts";
import type { Parsed } from "../flow/step.ts";
import type { Jdm, JdmNode } from "./read-jdm.ts";

interface SwitchStatement {
  readonly id: string;
  /** In the file, from 1. */
  readonly number: number;
  readonly source: string;
  /** An empty condition holds. */
  readonly isDefault: boolean;
}

export function isCollectSwitch({ content }: JdmNode): boolean {
  return content.text("hitPolicy") === "collect";
}

/**
 * The statements whose branches can be taken. ZEN takes that of the first one that holds, also where it has no edge; with `collect`, those of all
 * that hold. A condition of blanks never holds.
 */
export function statementsOf(node: JdmNode): readonly SwitchStatement[] {
  const statements = node.content.list("statements").map((statement, index): SwitchStatement => {
    const source = statement.text("condition");
    return { id: statement.text("id"), number: index + 1, source, isDefault: source === "" };
  });
  const possible = statements.filter(({ source, isDefault }) => isDefault || source.trim() !== "");
  const end = isCollectSwitch(node) ? -1 : possible.findIndex(({ isDefault }) => isDefault);
  return end === -1 ? possible : possible.slice(0, end + 1);
}

/** The file without edges that ZEN never follows. */
export function withoutDeadEdges(jdm: Jdm): Jdm {
  const handles = new Map(
    [...jdm.nodes.values()].flatMap((node) =>
      node.type === "switchNode" ? [[node.id, new Set(statementsOf(node).map(({ id }) => id))] as const] : [],
    ),
  );
  return { ...jdm, edges: jdm.edges.filter(({ source, handle }) => handles.get(source)?.has(handle) ?? true) };
}

/** The number of the first statement that holds, and 0 without one. */
export function firstThatHolds(
  statements: readonly { readonly number: number; readonly isDefault: boolean; readonly condition: Parsed<Expression> }[],
): Expression {
  return statements.reduceRight<Expression>(
    (otherwise, { number, isDefault, condition }) => {
      const holds: Expression = { kind: "number", text: String(number) };
      if (isDefault) return holds;
      return condition.ok ? { kind: "if", condition: condition.value, holds, otherwise } : otherwise;
    },
    { kind: "number", text: "0" },
  );
}
