import { createLog } from "@airlock/platform";
import { expect, test } from "vitest";
import { eachOrganisation } from "./each-organisation.ts";

const items = ["a", "b", "a", "c"].map((organisationId, id) => ({ organisationId, id }));

type Work = (organisationId: string, ids: readonly number[]) => void;

function run(work: Work, { failing = new Set<string>(), signal = new AbortController().signal } = {}) {
  const lines: string[] = [];
  const log = createLog({ name: "test", level: "info", destination: { write: (line: string) => void lines.push(line) } });
  const done = eachOrganisation({
    items,
    failing,
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
  return { lines, failing, done };
}

test("an organisation that fails is logged and noted, and does not stop the others", async () => {
  const worked: unknown[] = [];
  const { failing, lines, done } = run((organisationId, ids) => {
    if (organisationId === "a") throw new Error("too large");
    worked.push([organisationId, ids]);
  });
  await done;
  expect([...failing]).toEqual(["a"]);
  expect(worked).toEqual([
    ["b", [1]],
    ["c", [3]],
  ]);
  expect(lines.filter((line) => line.includes("too large") && line.includes('"organisationId":"a"'))).toHaveLength(1);
});

test("an organisation that fails each time is logged once until it succeeds", async () => {
  const failing = new Set<string>();
  const logged = [];
  for (const fails of [true, true, false, true]) {
    const { lines, done } = run(
      (organisationId) => {
        if (fails && organisationId === "b") throw new Error("too large");
      },
      { failing },
    );
    await done;
    logged.push(lines.length);
  }
  expect(logged).toEqual([1, 0, 0, 1]);
});

test("when the process stops, the remaining organisations are left out, and a failure is not logged", async () => {
  const stopping = new AbortController();
  const worked: string[] = [];
  const { failing, lines, done } = run(
    (organisationId) => {
      worked.push(organisationId);
      stopping.abort();
      throw new Error("closed");
    },
    { signal: stopping.signal },
  );
  await done;
  expect([worked, [...failing], lines]).toEqual([["a"], ["a"], []]);
});
