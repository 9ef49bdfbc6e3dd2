import { createLog } from "@airlock/platform";
import { expect, test } from "vitest";
import { eachOrganisation } from "./each-organisation.ts";

const items = ["a", "b", "a", "c"].map((organisationId, id) => ({ organisationId, id }));

function run(work: (organisationId: string, ids: readonly number[]) => void, signal = new AbortController().signal) {
  const lines: string[] = [];
  const log = createLog({ name: "test", level: "info", destination: { write: (line: string) => void lines.push(line) } });
  const failed = eachOrganisation({
    items,
    work: async (organisationId, own) => {
      await Promise.resolve();
      work(
        organisationId,
        own.map(({ id }) => id),
      );
    },
    failure: "failed and will be tried again",
    log,
    signal,
  });
  return { lines, failed };
}

test("an organisation that fails is logged and returned, and does not stop the others", async () => {
  const done: unknown[] = [];
  const { failed, lines } = run((organisationId, ids) => {
    if (organisationId === "a") throw new Error("too large");
    done.push([organisationId, ids]);
  });
  expect([...(await failed)]).toEqual(["a"]);
  expect(done).toEqual([
    ["b", [1]],
    ["c", [3]],
  ]);
  expect(lines.filter((line) => line.includes("too large") && line.includes('"organisationId":"a"'))).toHaveLength(1);
});

test("when the process stops, the remaining organisations are left out, and a failure is not logged", async () => {
  const stopping = new AbortController();
  const done: string[] = [];
  const { failed, lines } = run((organisationId) => {
    done.push(organisationId);
    stopping.abort();
    throw new Error("closed");
  }, stopping.signal);
  expect([...(await failed)]).toEqual(["a"]);
  expect([done, lines]).toEqual([["a"], []]);
});
