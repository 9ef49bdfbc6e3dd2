import type { ChallengerEntry } from "@airlock/contract";
import { expect, test } from "vitest";
import { chooseArm } from "./arm.ts";

const challenger = (share: number, fields: Partial<ChallengerEntry> = {}): ChallengerEntry => ({
  rolloutId: "rollout",
  versionId: "v2",
  share,
  field: "customer",
  salt: "salt",
  ...fields,
});
const unused = () => {
  throw new Error("A field chooses the arm.");
};
const isChallenger = (entry: ChallengerEntry, customer: string | number | null) => chooseArm(entry, { customer }, unused) === "challenger";

/** Three standard deviations of a binomial distribution. */
const spread = (count: number, share: number) => 3 * Math.sqrt(count * share * (1 - share));

test.each([100, 1_000, 5_000])("a share of %d of 10,000 holds over a million callers within three sigma", (share) => {
  const [count, part] = [1_000_000, share / 10_000];
  const entry = challenger(share);
  let chosen = 0;
  for (let index = 0; index < count; index += 1) if (isChallenger(entry, `C-${index}`)) chosen += 1;
  expect(Math.abs(chosen - count * part)).toBeLessThan(spread(count, part));
});

test("a growing share keeps the callers that it has", () => {
  const steps = [0, 1, 100, 500, 2_500, 5_000, 9_999, 10_000].map((share) => challenger(share));
  for (let index = 0; index < 20_000; index += 1) {
    const answers = steps.map((entry) => isChallenger(entry, index));
    expect(answers.toSorted((one, other) => Number(one) - Number(other))).toEqual(answers);
    expect([answers[0], answers.at(-1)]).toEqual([false, true]);
  }
});

test("the hash is fixed: runtimes of every release choose the same arm", () => {
  const arms = ["A-1", "A-2", "A-3", "A-4", "Zoë", ""].map((customer) => isChallenger(challenger(5_000), customer));
  // Computed with `printf 'salt:A-1' | sha256sum` and so on: a first digit below 8 is the challenger at one half.
  expect(arms).toEqual([false, true, true, true, true, false]);
});

test("a number has one arm however it is written, and its text has the same", () => {
  const half = challenger(5_000);
  for (let index = 0; index < 200; index += 1) {
    const text = `{"customer":${index}}`;
    const arm = chooseArm(half, JSON.parse(text), unused);
    expect(chooseArm(half, JSON.parse(`{"customer":${index}.0}`), unused)).toBe(arm);
    expect(chooseArm(half, JSON.parse(`{"customer":${index}e0}`), unused)).toBe(arm);
    expect(chooseArm(half, { customer: String(index) }, unused)).toBe(arm);
  }
});

test("a Boolean has the arm of its text", () => {
  for (const customer of [true, false]) {
    for (const share of [2_500, 5_000, 10_000]) {
      const arm = chooseArm(challenger(share), { customer: String(customer) }, unused);
      expect(chooseArm(challenger(share), { customer }, unused)).toBe(arm);
    }
  }
  expect(chooseArm(challenger(10_000), { customer: true }, unused)).toBe("challenger");
});

test("two rollouts split callers independently of each other", () => {
  const [one, other] = [challenger(5_000, { salt: "one" }), challenger(5_000, { salt: "two" })];
  let both = 0;
  for (let index = 0; index < 100_000; index += 1) if (isChallenger(one, index) && isChallenger(other, index)) both += 1;
  expect(Math.abs(both - 25_000)).toBeLessThan(spread(100_000, 0.25));
});

test.each([[{}], [{ customer: null }], [{ customer: {} }], [null], ["customer"], [[1]], [Object.create({ customer: "A" })]])(
  "an input %j without the value is the champion's",
  (fields) => {
    expect(chooseArm(challenger(10_000), fields, unused)).toBe("champion");
  },
);

test("without a field each call is drawn at random", () => {
  const entry = challenger(2_500, { field: undefined });
  const drawn = [0, 0.2499, 0.25, 0.9999].map((draw) => chooseArm(entry, {}, () => draw));
  expect(drawn).toEqual(["challenger", "challenger", "champion", "champion"]);
  expect(chooseArm(challenger(0, { field: undefined }), {}, () => 0)).toBe("champion");
});
