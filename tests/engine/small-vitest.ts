/**
 * The part of vitest that the engine's tests use, so that they run in a fraction of a second: a thousand mutants are a thousand runs. Replaces
 * "vitest" in mutant.ts only.
 */
type Body = () => void | Promise<void>;
const tests: { readonly name: string; readonly body: Body }[] = [];

export function describe(_name: string, options: unknown, body?: Body): void {
  void (body ?? (options as Body))(); // A suite only declares its tests.
}

export function it(name: string, body: Body): void {
  tests.push({ name, body });
}

export const test = Object.assign(it, {
  each:
    (rows: readonly unknown[]) =>
    (name: string, body: (...row: readonly unknown[]) => void | Promise<void>): void => {
      for (const row of rows) it(name, () => body(...(Array.isArray(row) ? (row as readonly unknown[]) : [row])));
    },
});

/** Runs the tests declared since the last call; throws at the first failure. */
export async function runDeclared(): Promise<number> {
  const declared = tests.splice(0);
  for (const { body } of declared) await body();
  return declared.length;
}

/** Without prototypes and undefined properties, like `toEqual`; a Map or Set by what it contains. */
function equals(value: unknown, wanted: unknown): boolean {
  if (wanted instanceof Any) return wanted.takes(value);
  if (typeof value !== "object" || value === null || typeof wanted !== "object" || wanted === null) return Object.is(value, wanted);
  const [one, other] = [partsOf(value), partsOf(wanted)];
  return (
    Array.isArray(value) === Array.isArray(wanted) &&
    one.size === other.size &&
    [...other].every(([key, inside]) => one.has(key) && equals(one.get(key), inside))
  );
}

function partsOf(value: object): ReadonlyMap<unknown, unknown> {
  if (value instanceof Map) return value;
  return new Map(value instanceof Set ? value.entries() : Object.entries(value).filter(([, inside]) => inside !== undefined));
}

function matches(value: unknown, pattern: unknown): boolean {
  if (pattern instanceof Any) return pattern.takes(value);
  if (typeof pattern !== "object" || pattern === null) return Object.is(value, pattern);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(pattern) && (!Array.isArray(value) || value.length !== pattern.length)) return false;
  return Object.entries(pattern).every(([key, inside]) => matches(Reflect.get(value, key), inside));
}

function throwsAs(value: unknown, kind: unknown): boolean {
  try {
    (value as () => void)(); // `toThrow` gets a function.
    return false;
  } catch (error) {
    return typeof kind !== "function" || error instanceof kind;
  }
}

/** A value that is only known by its class, as `expect.any` makes one. */
class Any {
  readonly kind: unknown;

  constructor(kind: unknown) {
    this.kind = kind;
  }

  takes(value: unknown): boolean {
    return this.kind === String ? typeof value === "string" : this.kind === Number ? typeof value === "number" : false;
  }
}

function matchers(value: unknown, negated: boolean) {
  const check = (holds: boolean, wanted: unknown): void => {
    if (holds === negated) throw new Error(`${JSON.stringify(value)} is ${negated ? "" : "not "}${JSON.stringify(wanted)}`);
  };
  return {
    toBe: (wanted: unknown) => check(Object.is(value, wanted), wanted),
    toBeNaN: () => check(Number.isNaN(value), NaN),
    toBeUndefined: () => check(value === undefined, undefined),
    toEqual: (wanted: unknown) => check(equals(value, wanted), wanted),
    toMatchObject: (wanted: unknown) => check(matches(value, wanted), wanted),
    toContain: (wanted: unknown) => check((value as readonly unknown[]).includes(wanted), wanted),
    toHaveProperty: (key: string) => check(Object.hasOwn(value as object, key), key),
    toContainEqual: (wanted: unknown) =>
      check(
        (value as readonly unknown[]).some((one) => equals(one, wanted)),
        wanted,
      ),
    toHaveLength: (wanted: number) => check((value as readonly unknown[]).length === wanted, wanted),
    toBeGreaterThan: (wanted: number) => check((value as number) > wanted, wanted),
    toBeLessThan: (wanted: number) => check((value as number) < wanted, wanted),
    toThrow: (kind?: unknown) => check(throwsAs(value, kind), "thrown"),
  };
}

export function expect(value: unknown) {
  return {
    ...matchers(value, false),
    not: matchers(value, true),
    resolves: { toBeUndefined: async () => matchers(await value, false).toBeUndefined() },
  };
}
expect.any = (kind: unknown) => new Any(kind);
