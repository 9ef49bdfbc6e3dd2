import { expect, test } from "vitest";
import { principals } from "./cells.ts";
import { breachesOf, refusalFor, type Answer, type Attempt } from "./judge.ts";

const notFound: Answer = { status: 404, code: "SOLUTION_NOT_FOUND", text: "{}", type: "application/problem+json" };
const found: Answer = { status: 200, code: undefined, text: '{"name":"x"}', type: "application/json" };
const forbidden: Answer = { status: 403, code: "PERMISSION_MISSING", text: "{}", type: "application/problem+json" };

function judged(name: string, given: Partial<Attempt>) {
  const principal = principals.find((one) => one.name === name);
  if (principal === undefined) throw new Error(`There is no ${name}.`);
  const attempt = { action: "solution.read", principal, place: { in: "path", name: "solutionId", holds: "solutionId" } } as const;
  const refusal = refusalFor(attempt.action, principal);
  return breachesOf({ ...attempt, refusal, real: notFound, missing: notFound, organisation: "THEIRS", theirs: ["THEIRS"], ...given }).map(
    (text) => text.slice(0, 90),
  );
}

test("correct responses have no breach", () => {
  expect(judged("another organisation's administrator", {})).toEqual([]);
  expect(judged("administrator", { real: found })).toEqual([]);
  expect(judged("no role", { real: forbidden, missing: forbidden })).toEqual([]);
  expect(judged("managing organisation's administrator", {})).toEqual([]);
});

test("an unexpected 2xx, a difference between foreign and missing, a leak and an undeclared response are breaches", () => {
  expect(judged("another organisation's administrator", { real: found })).toHaveLength(2);
  expect(
    judged("another organisation's administrator", { real: { ...notFound, text: '{"description":"It is another\'s."}' } }),
  ).toHaveLength(1);
  expect(judged("managing organisation's administrator", { real: found })).toHaveLength(2);
  expect(judged("no role", { real: found })).not.toEqual([]);
  expect(judged("anonymous", { real: found })).not.toEqual([]);
  expect(judged("administrator", {})).toHaveLength(1);
  expect(judged("administrator", { real: found, missing: found })).toHaveLength(1);
  expect(judged("administrator", { real: { ...notFound, status: 500, code: "INTERNAL" } })).toHaveLength(1);
  expect(judged("another organisation's administrator, naming this one", {})).not.toEqual([]);
  const leak = { ...found, text: '["THEIRS"]' };
  expect(judged("another organisation's reader", { action: "solutions.list", place: undefined, real: leak, missing: leak })).toHaveLength(
    1,
  );
  const both = "administrator of both, acting in the other organisation";
  expect(judged(both, { action: "solutions.list", place: undefined, real: leak, missing: leak })).toHaveLength(1);
  expect(judged(both, { action: "memberships.read", place: undefined, real: leak, missing: leak })).toEqual([]);
});
