import { WentWrong } from "@airlock/platform/service-account";
import { expect, test } from "vitest";
import { refuse } from "../outcome.ts";
import { allBuckets } from "./all-buckets.ts";

const s3 = [{ id: "loans", name: "loans", projectId: "s3" }];
const google = [{ id: "risk", name: "risk", projectId: "harbour" }];
const away = () => Promise.reject(new WentWrong("Cloud Storage does not answer."));
const unreadable = refuse("SERVICE_ACCOUNT_UNREADABLE");

test("buckets on S3 are listed also if Google's cannot be", async () => {
  const missing: string[] = [];
  const list = (others: Parameters<typeof allBuckets>[1]) => allBuckets(s3, others, ({ message }) => missing.push(message));
  expect(await list(() => Promise.resolve(google))).toEqual([...google, ...s3]);
  expect(await list(away)).toEqual(s3);
  expect(missing).toEqual(["Cloud Storage does not answer."]);
  expect(await list(unreadable)).toEqual(s3);
  await expect(list(() => Promise.reject(new Error("a defect")))).rejects.toThrow("a defect");
});

test("without buckets on S3 the reason is reported", async () => {
  const missing = () => expect.unreachable();
  expect(await allBuckets([], unreadable, missing)).toBe(unreadable);
  await expect(allBuckets([], away, missing)).rejects.toThrow("does not answer");
});
