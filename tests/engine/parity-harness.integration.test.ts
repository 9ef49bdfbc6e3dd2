import { afterAll, describe, expect, it } from "vitest";
import { ClickHouse } from "./clickhouse.ts";
import { compareOperation, operations } from "./compare-operations.ts";
import {
  inMeansNotMissing,
  lastBit,
  misread,
  misreport,
  miswrite,
  narrowBetween,
  noOtherwise,
  notInList,
  ownLinksOnly,
  requiresNothing,
  sloppyCompares,
} from "./parity-bugs.ts";
import { ParityCounts } from "./parity-counts.ts";
import type { BackEnds } from "./parity-flow.ts";
import { compareFlow } from "./parity-seed.ts";

const database = new ClickHouse();
afterAll(() => database.close());

/** The back ends that differ from the plans within this number of flows. */
async function differing(ends: BackEnds | undefined, flows: number, enough = Infinity): Promise<readonly string[]> {
  const found: string[] = [];
  for (let seed = 2; seed < 2 + flows && found.length < enough; seed += 1) {
    const differences = await compareFlow(seed, database, new ParityCounts(), ends);
    found.push(...differences.map(({ backEnd }) => backEnd));
  }
  return [...new Set(found)].sort();
}

describe("npm run parity", () => {
  // A few: `npm run parity` itself compares hundreds.
  it("finds no difference without a bug", async () => {
    expect(await differing(undefined, 8)).toEqual([]);
  });

  // The others are compared with the plans: a bug in the plans shows as a difference of both.
  it.each([
    ["compares wrongly", "plans", misread("plans", sloppyCompares), ["reference", "sql"]],
    ["compares wrongly", "reference", misread("reference", sloppyCompares), ["reference"]],
    ["compares wrongly", "sql", misread("sql", sloppyCompares), ["sql"]],
    ["takes otherwise links always", "plans", misread("plans", noOtherwise), ["reference", "sql"]],
    ["takes otherwise links always", "reference", misread("reference", noOtherwise), ["reference"]],
    ["takes otherwise links always", "sql", misread("sql", noOtherwise), ["sql"]],
    ["is one bit off", "plans", misreport("plans", lastBit), ["reference", "sql"]],
    ["is one bit off", "reference", misreport("reference", lastBit), ["reference"]],
    ["is one bit off", "sql", misreport("sql", lastBit), ["sql"]],
    ["forgets reason codes", "sql", misreport("sql", (outcome) => ({ ...outcome, reasonCodes: [] })), ["sql"]],
    ["forgets links", "reference", misreport("reference", (outcome) => ({ ...outcome, linksTaken: [] })), ["reference"]],
    ["forgets errors", "sql", misreport("sql", (outcome) => ({ ...outcome, error: undefined })), ["sql"]],
    ["rounds with another constant", "sql", miswrite((sql) => sql.replaceAll("6755399441055744.", "3377699720527872.")), ["sql"]],
    ["takes a bound in that is open", "sql", miswrite((sql) => sql.replaceAll("less(", "lessOrEquals(")), ["sql"]],
    ["takes missing for zero", "sql", miswrite((sql) => sql.replaceAll(", nan)", ", 0.)")), ["sql"]],
    ["counts days from another day", "sql", miswrite((sql) => sql.replaceAll("719469.", "719470.")), ["sql"]],
    ["takes what a text does not contain", "sql", miswrite((sql) => sql.replaceAll("greater(position(", "less(position(")), ["sql"]],
    ["takes the ends of between out", "reference", misread("reference", narrowBetween), ["reference"]],
    ["takes a missing field for one in no list", "plans", misread("plans", inMeansNotMissing), ["reference", "sql"]],
    ["takes keys that a list does not have", "plans", misread("plans", notInList), ["reference", "sql"]],
    ["takes keys that a list does not have", "reference", misread("reference", notInList), ["reference"]],
    ["takes keys that a list does not have", "sql", miswrite((sql) => sql.replaceAll("equals(joinGet(", "notEquals(joinGet(")), ["sql"]],
    ["forgets links inside sub-flows", "plans", misreport("plans", ownLinksOnly), ["reference", "sql"]],
    ["forgets links inside sub-flows", "reference", misreport("reference", ownLinksOnly), ["reference"]],
    ["forgets links inside sub-flows", "sql", misreport("sql", ownLinksOnly), ["sql"]],
    ["starts sub-flows without required fields", "plans", misread("plans", requiresNothing), ["reference", "sql"]],
    ["starts sub-flows without required fields", "reference", misread("reference", requiresNothing), ["reference"]],
    ["starts sub-flows without required fields", "sql", misread("sql", requiresNothing), ["sql"]],
    ["adds where it subtracts", "sql", miswrite((sql) => sql.replaceAll(/minus\((\w+, -?[0-9.]+)\)/g, "plus($1)")), ["sql"]],
  ] as const)("finds a back end that %s: %s", async (_, __, ends, wanted) => {
    expect(await differing(ends, 200, 1)).toEqual(wanted);
  });
});

describe("npm run numbers:sql", () => {
  it.each(operations.map((operation) => [operation.name, operation] as const))("%s: the same bits", async (_, operation) => {
    const { compared, differences } = await compareOperation(operation, 1_000, 99, database);
    expect(compared).toBe(operation.isConstant === true ? 20 : 2_000);
    expect(differences).toEqual([]);
  });
});
