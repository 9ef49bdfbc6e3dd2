import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("organisations take turns, and so do the batches of one organisation", async () => {
  const turns = createTurns();
  const order: string[] = [];
  const batch = async (organisationId: string, name: string) => {
    for (let slice = 0; slice < 3; slice += 1) {
      await turns.next(organisationId);
      order.push(name);
    }
  };
  await Promise.all([batch("noisy", "n1"), batch("noisy", "n2"), batch("noisy", "n3"), batch("quiet", "q")]);
  expect(order.slice(0, 6)).toEqual(["n1", "q", "n2", "q", "n3", "q"]);
  expect(order.slice(6)).toEqual(["n1", "n2", "n3", "n1", "n2", "n3"]);
});

test("one slice runs per turn of the event loop", async () => {
  const turns = createTurns();
  let loops = 0;
  let isOver = false;
  const count = () => {
    loops += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  for (let slice = 0; slice < 20; slice += 1) await turns.next("one");
  isOver = true;
  expect(loops).toBeGreaterThanOrEqual(20);
});
