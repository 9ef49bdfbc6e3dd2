import { expect, test } from "vitest";
import { deadLetter } from "./start-sink.ts";

test("a dead letter that is written again has the same id, and another text or message another one", () => {
  const message = { subject: "executions.v1.3", sequence: 7 };
  const first = deadLetter(message, "[1]", "No organisation.");
  expect(first).toMatchObject({ payload: "[1]", messageId: expect.stringMatching(/^7-[0-9a-f]{64}$/) });
  expect(first.subject).toMatch(/\.3$/);
  expect(deadLetter(message, "[1]", "No organisation.")).toEqual(first);
  expect(deadLetter(message, "[2]", "No organisation.").messageId).not.toBe(first.messageId);
  expect(deadLetter({ ...message, sequence: 8 }, "[1]", "No organisation.").messageId).not.toBe(first.messageId);
});
