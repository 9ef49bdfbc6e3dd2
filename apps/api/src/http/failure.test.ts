import { Busy } from "@airlock/platform";
import { TaskTimeout } from "@airlock/platform/thread-pool";
import { expect, test } from "vitest";
import { refuse } from "../outcome.ts";
import { problemOfError, unlessUnavailable } from "./failure.ts";

test("work beyond a share or a deadline is refused with its own code and a retry time", () => {
  expect(problemOfError(new Busy(true, 4))).toEqual({ code: "TOO_MUCH_AT_ONCE", details: { seconds: "4" } });
  expect(problemOfError(new Busy(false, 4))).toEqual({ code: "OVERLOADED", details: { seconds: "4" } });
  expect(problemOfError(new TaskTimeout("10 s"))).toEqual({ code: "WORK_TOO_LONG" });
});

test("only a store that is unavailable or overloaded is unavailable; a bug is thrown", async () => {
  const warned: unknown[] = [];
  const log = { warn: (fields: unknown) => warned.push(fields) };
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  expect(await unlessUnavailable(log, "RECORDS_UNAVAILABLE", () => Promise.reject(away))).toEqual(refuse("RECORDS_UNAVAILABLE"));
  expect(warned).toEqual([{ err: away, code: "RECORDS_UNAVAILABLE" }]);
  expect(await unlessUnavailable(log, "RECORDS_UNAVAILABLE", () => Promise.resolve(7))).toBe(7);
  for (const other of [new TypeError("x is undefined"), new Busy(true, 4)]) {
    await expect(unlessUnavailable(log, "RECORDS_UNAVAILABLE", () => Promise.reject(other))).rejects.toBe(other);
  }
});
