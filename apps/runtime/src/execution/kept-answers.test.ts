import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoryAnswers } from "./execute-route.fixture.ts";
import { createKeptAnswers } from "./kept-answers.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a claim lasts until its decision is made, or 90 s after its process died", async () => {
  const answers = memoryAnswers();
  const claim = () => createKeptAnswers(() => answers, Date.now).claim("organisation", "key", "question");
  const first = await claim();
  if (first.kind !== "first") throw new Error(first.kind);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(await claim()).toEqual({ kind: "underWay" });
  expect(await first.claimed.keep("answer", [])).toBe("kept");
  expect(await claim()).toMatchObject({ kind: "again", answer: "answer" });

  const dead = await createKeptAnswers(() => answers, Date.now).claim("organisation", "other", "question");
  expect(dead.kind).toBe("first");
  // The clock advances and no timer runs, so nothing renews the claim.
  vi.setSystemTime(Date.now() + 89_000);
  const later = () => createKeptAnswers(() => answers, Date.now).claim("organisation", "other", "question");
  expect(await later()).toEqual({ kind: "underWay" });
  vi.setSystemTime(Date.now() + 2_000);
  expect(await later()).toMatchObject({ kind: "first" });
});

test("a claim that is renewed is not taken over by a runtime whose clock is ahead", async () => {
  const answers = memoryAnswers();
  const first = await createKeptAnswers(() => answers, Date.now).claim("organisation", "key", "question");
  await vi.advanceTimersByTimeAsync(25_000);
  const ahead = createKeptAnswers(
    () => answers,
    () => Date.now() + 70_000,
  );
  expect(await ahead.claim("organisation", "key", "question")).toEqual({ kind: "underWay" });
  if (first.kind !== "first") throw new Error(first.kind);
  expect(await first.claimed.keep("answer", [])).toBe("kept");
});

test("beyond its quota of bytes an organisation stores no further answers, and stored ones are replayed", async () => {
  const answers = memoryAnswers();
  const kept = createKeptAnswers(() => answers, Date.now, 10_000);
  const claim = (organisation: string, key: string) => kept.claim(organisation, key, "question");
  const first = await claim("one", "first");
  if (first.kind !== "first") throw new Error(first.kind);
  expect(await first.claimed.keep("x".repeat(10_000), [])).toBe("kept");
  expect(await claim("one", "second")).toMatchObject({ kind: "overQuota" });
  expect(answers.entries.size).toBe(1);
  expect(await claim("one", "first")).toMatchObject({ kind: "again" });
  expect(await claim("two", "second")).toMatchObject({ kind: "first" });
  vi.setSystemTime(Date.now() + 25 * 3_600_000);
  expect(await claim("one", "second")).toMatchObject({ kind: "first" });
});

test("each key counts towards the quota of bytes, also when its call is refused or its answer is too large", async () => {
  const answers = memoryAnswers();
  const kept = createKeptAnswers(() => answers, Date.now, 1_200);
  const claim = (key: string) => kept.claim("one", key, "question");
  for (let call = 0; call < 4; call += 1) {
    const claimed = await claim(`key ${call}`);
    if (claimed.kind !== "first") throw new Error(claimed.kind);
    if (call % 2 === 0) await claimed.claimed.release();
    else await claimed.claimed.refuse();
  }
  expect(await claim("another")).toMatchObject({ kind: "overQuota" });
  expect(answers.entries.size).toBe(4);
  expect(await kept.claim("two", "another", "question")).toMatchObject({ kind: "first" });
});
