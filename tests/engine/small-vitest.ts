/**
 * The part of vitest that the engine's tests use, so that they run in a fraction of a second: a thousand mutants are a thousand runs. Replaces
 * "vitest" in mutant.ts only.
 */
import { isDeepStrictEqual } from "node:util";

type Body = () => void | Promise<void>;
const tests: { readonly name: string; readonly body: Body }[] = [];

export function describe(_name: string, options: unknown, body?: Body): void {
  void (body ?? (options as Body))(); // A suite only declares its tests.
}

export function it(name: string, body: Body): void {
  tests.push({ name, body });
}

/** Runs the declared tests; throws at the first failure. */
export async function runDeclared(): Promise<number> {
  for (const { body } of tests) await body();
  return tests.length;
}

/** Without prototypes and undefined properties, like `toEqual`. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, inside]) => inside !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inside]) => [key, plain(inside)]);
}

function matches(value: unknown, pattern: unknown): boolean {
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

export function expect(value: unknown) {
  const check = (holds: boolean, wanted: unknown): void => {
    if (!holds) throw new Error(`${JSON.stringify(value)} is not ${JSON.stringify(wanted)}`);
  };
  return {
    toBe: (wanted: unknown) => check(Object.is(value, wanted), wanted),
    toEqual: (wanted: unknown) => check(isDeepStrictEqual(plain(value), plain(wanted)), wanted),
    toMatchObject: (wanted: unknown) => check(matches(value, wanted), wanted),
    toContain: (wanted: unknown) => check((value as readonly unknown[]).includes(wanted), wanted),
    toHaveLength: (wanted: number) => check((value as readonly unknown[]).length === wanted, wanted),
    toBeGreaterThan: (wanted: number) => check((value as number) > wanted, wanted),
    toBeLessThan: (wanted: number) => check((value as number) < wanted, wanted),
    toThrow: (kind?: unknown) => check(throwsAs(value, kind), "thrown"),
    not: { toThrow: () => check(!throwsAs(value, undefined), "not thrown") },
    resolves: { toBeUndefined: async () => check((await value) === undefined, undefined) },
  };
}
