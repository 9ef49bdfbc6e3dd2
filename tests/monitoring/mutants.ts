import { secondsOf, type AlertRule } from "./rules.ts";

export interface Mutant {
  readonly what: string;
  readonly rule: AlertRule;
}

/** Wrong versions of a rule. A test that passes with one of them does not test the rule. */
export function mutantsOf(rule: AlertRule): readonly Mutant[] {
  const pending = secondsOf(rule.for);
  return [
    { what: "never fires", rule: { ...rule, expr: "vector(0) > 1" } },
    ...(pending === 0
      ? []
      : [
          { what: "does not wait", rule: { ...rule, for: "0s" } },
          { what: "waits twice as long", rule: { ...rule, for: `${pending * 2}s` } },
        ]),
    ...[...rule.expr.matchAll(comparison)].flatMap(({ 0: found, 1: operator = "", 2: number, index }) => {
      const replaced = (by: string): Mutant => ({
        what: `${by.trim()} instead of ${found.trim()}`,
        rule: { ...rule, expr: rule.expr.slice(0, index) + by + rule.expr.slice(index + found.length) },
      });
      if (number === undefined) return [replaced("==")];
      if (Number(number) === 0) return [replaced(">= 0"), replaced("< 0")];
      return [replaced(`${operator} ${Number(number) * 2}`), replaced(`${operator} ${Number(number) / 2}`)];
    }),
  ];
}

/** Comparisons of an expression with a threshold, or of two expressions. Label matchers have no spaces around them. */
const comparison = /(?<= )(?:(>|==) ([\d.]+)|!=)/g;
