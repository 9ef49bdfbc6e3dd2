import type { ExecutionStep, HeldCondition } from "@airlock/contract";

type Item = HeldCondition["groups"][number][number];

/** One comparison as readable text. */
export function itemText({ left, operator, right }: Item): string {
  if (operator === "is missing") return `${left.field} is missing`;
  const listed = right.values?.map(valueText).join(operator === "between" ? " and " : ", ");
  return `${left.field} ${operator} ${listed ?? right.field ?? valueText(right.value)}`;
}

function valueText(value: string | number | boolean | undefined): string {
  return value === undefined ? "missing" : value === "" ? '""' : String(value);
}

/** A condition as users write it; parentheses show that `and` comes before `or`. */
export function conditionText({ groups }: HeldCondition): string {
  const texts = groups.map((group) => group.map(itemText).join(" and "));
  return texts.map((text, index) => (texts.length > 1 && (groups[index]?.length ?? 0) > 1 ? `(${text})` : text)).join(" or ");
}

/** "2 later branches not checked": where a node takes the first that holds. Undefined where all were checked. */
export function notCheckedText(links: ExecutionStep["links"]): string | undefined {
  const count = links.filter(({ skipped }) => skipped === true).length;
  return count === 0 ? undefined : `${count} later ${count === 1 ? "branch" : "branches"} not checked`;
}

/** By how much a comparison of numbers missed: "short by 0.06". Undefined where nothing missed or nothing can be measured. */
export function missText({ left, operator, right, holds }: Item): string | undefined {
  if (holds) return undefined;
  // Literals are there: only a field can be missing.
  const missing = [left, ...(right.field === undefined ? [] : [right])].find(({ value }) => value === undefined);
  if (missing !== undefined) return `${missing.field} was missing`;
  const text = `${left.field} was ${valueText(left.value)}`;
  if (typeof left.value !== "number" || typeof right.value !== "number") return text;
  const by = Math.abs(left.value - right.value);
  if (operator === "==" || operator === "!=" || by === 0) return text;
  return `${text}, ${Number(by.toPrecision(12))} too ${operator.startsWith(">") ? "low" : "high"}`;
}

/** Why a condition did not hold: what missed in the group that came closest. */
export function whyNot(condition: HeldCondition): readonly string[] {
  if (condition.holds) return [];
  const misses = condition.groups.map((group) => group.flatMap((item) => missText(item) ?? []));
  return misses.reduce((best, one) => (one.length < best.length ? one : best), misses[0] ?? []);
}

/** "[0.4, 0.5) gives 45 points, R07" */
export function scoreText({ match, points, reasonCode }: NonNullable<ExecutionStep["score"]>): string {
  const given = `${points} ${points === 1 ? "point" : "points"}`;
  if (match === undefined) return `none matched, ${given} by default`;
  return `${match} gives ${given}${reasonCode === "" ? "" : `, ${reasonCode}`}`;
}
