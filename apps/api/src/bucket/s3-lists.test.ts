import { Busy } from "@airlock/platform";
import { expect, test } from "vitest";
import { createS3Lists } from "./s3-lists.ts";

test("an organisation has its share of lists, and does not delay those of another", async () => {
  const lists = createS3Lists({ all: 3, each: 2, waitingEach: 1, waitMillis: 60_000 });
  const slow = Promise.withResolvers<string>();
  const ofA = (work: () => Promise<string>) => lists.list("a", undefined, work);
  const begun = [ofA(() => slow.promise), ofA(() => slow.promise)];
  let isThirdRunning = false;
  const third = ofA(() => {
    isThirdRunning = true;
    return Promise.resolve("third");
  });
  await expect(ofA(() => Promise.resolve("fourth"))).rejects.toThrow(Busy);
  expect(await lists.list("b", undefined, () => Promise.resolve("b"))).toBe("b");
  expect(isThirdRunning).toBe(false);
  slow.resolve("first");
  expect(await Promise.all([...begun, third])).toEqual(["first", "first", "third"]);
  await expect(ofA(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await ofA(() => Promise.resolve("again"))).toBe("again");
});
