import { createLog } from "@airlock/platform";
import { expect, test } from "vitest";
import { createRefusalLog, type RefusedCall } from "./refusal-log.ts";

function recorded() {
  const lines: Record<string, unknown>[] = [];
  let at = 0;
  const destination = { write: (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>) };
  const refusals = createRefusalLog(createLog({ name: "test", level: "info", destination }), () => at);
  const write = (refused: Partial<RefusedCall> = {}) =>
    refusals.write({
      problem: { code: "INPUT_INVALID" },
      versionId: "v",
      keyId: "k",
      authorization: undefined,
      ids: { correlationId: "c-1" },
      ...refused,
    });
  return { lines, write, pass: (millis: number) => (at += millis) };
}

test("a line has the code, version, key and correlation id, and never the secret of a key", () => {
  const { lines, write } = recorded();
  write();
  const keyId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  const authorization = `Bearer alk_${keyId}_${"s".repeat(32)}`;
  write({ problem: { code: "KEY_INVALID" }, keyId: undefined, authorization });
  expect(lines).toMatchObject([
    { code: "INPUT_INVALID", status: 400, versionId: "v", keyId: "k", correlationId: "c-1" },
    { code: "KEY_INVALID", status: 401, versionId: "v", claimedKeyId: keyId },
  ]);
  expect(JSON.stringify(lines)).not.toContain("ssss");
});

test("log lines are limited per key and per process", () => {
  const { lines, write, pass } = recorded();
  for (let count = 0; count < 1_000; count += 1) write();
  expect(lines).toHaveLength(30);
  write({ keyId: "other" });
  expect(lines).toHaveLength(31);
  for (let count = 0; count < 1_000; count += 1) write({ keyId: `key-${count}` });
  expect(lines).toHaveLength(300);
  pass(60_000);
  write();
  expect(lines.slice(300)).toMatchObject([{ suppressed: 970 + 731 }, { keyId: "k" }]);
});
