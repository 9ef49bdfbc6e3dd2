import { expect, test } from "vitest";
import { bucketsIn, endpointIn } from "./s3-account-input.ts";

test("buckets are separated by lines, commas or spaces, and named once", () => {
  expect(bucketsIn(" loans\nevents, loans;archive ")).toEqual(["loans", "events", "archive"]);
  expect(bucketsIn(" \n")).toEqual([]);
});

test("an endpoint loses the final slash that browsers copy, and capitals", () => {
  expect(endpointIn(" https://S3.Example.com/ ")).toBe("https://s3.example.com");
  expect(endpointIn("https://s3.example.com/bucket")).toBe("https://s3.example.com/bucket");
});
