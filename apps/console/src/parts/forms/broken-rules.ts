import type { BodyRules, ValueRules } from "@airlock/contract/form-rules";

type Rule = "required" | "minItems" | "maxItems" | "minLength" | "maxLength" | "pattern" | "minimum" | "maximum";

export interface BrokenRule {
  readonly rule: Rule;
  /** The value that breaks it; of a list, the item. */
  readonly value: unknown;
}

/** The first broken rule of each field of a body. */
export function brokenRules({ properties, required = [] }: BodyRules, body: object): ReadonlyMap<string, BrokenRule> {
  const broken = new Map<string, BrokenRule>();
  for (const [field, rules] of Object.entries(properties)) {
    const value: unknown = Reflect.get(body, field);
    const found =
      value !== undefined ? brokenBy(value, rules) : required.includes(field) ? { rule: "required" as const, value } : undefined;
    if (found !== undefined) broken.set(field, found);
  }
  return broken;
}

function brokenBy(value: unknown, rules: ValueRules): BrokenRule | undefined {
  const { minItems = 0, maxItems = Infinity, items, minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = rules;
  const breaks = (rule: Rule): BrokenRule => ({ rule, value });
  if (Array.isArray(value)) {
    if (value.length < minItems) return breaks("minItems");
    const found = items && firstOf(value, (item) => brokenBy(item, items));
    return found ?? (value.length > maxItems ? breaks("maxItems") : undefined);
  }
  if (typeof value === "string") {
    if (value.length < minLength) return breaks("minLength");
    if (value.length > maxLength) return breaks("maxLength");
    if (rules.pattern !== undefined && !new RegExp(rules.pattern).test(value)) return breaks("pattern");
  }
  if (typeof value === "number") {
    if (value < minimum) return breaks("minimum");
    if (value > maximum) return breaks("maximum");
  }
  return firstOf(rules.allOf ?? [], (more) => brokenBy(value, more));
}

function firstOf<Item>(items: readonly Item[], check: (item: Item) => BrokenRule | undefined): BrokenRule | undefined {
  for (const item of items) {
    const found = check(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
