import { expect, test } from "vitest";
import { decodeRefusals, encodeRefusals, type LoggedRefusal } from "./refused-request-log.ts";

const refusal: LoggedRefusal = {
  id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  at: 1_700_000_000_123,
  organisationId: "o",
  keyId: "k",
  callerId: "u",
  versionId: "",
  correlationId: "order-17:a",
  method: "POST",
  address: '/dme/"quoted"\u2028',
  status: 400,
  code: "INPUT_INVALID",
  description: "Some fields are wrong.",
  fields: [{ field: "net\nincome", message: "This must be a number." }],
  durationMicros: 7,
  remoteAddress: "::1",
  userAgent: "python-requests/2.32",
  notStored: 3,
};

test("refused requests are read as they were written", () => {
  expect(decodeRefusals(encodeRefusals([refusal, { ...refusal, versionId: "v" }]))).toEqual({
    refusals: [refusal, { ...refusal, versionId: "v" }],
    problems: [],
  });
});

test("a line that is not a refused request is a problem, and those around it are read", () => {
  const long = JSON.stringify({ ...refusal, userAgent: "x".repeat(201) });
  const { refusals, problems } = decodeRefusals(`${encodeRefusals([refusal])}\n{\n${long}\n${JSON.stringify(refusal)}`);
  expect(refusals).toEqual([refusal, refusal]);
  expect(problems.map(({ code, message }) => [code, message])).toEqual([
    ["notJson", "The line is not JSON."],
    ["wrongShape", "The line is not a refused request: userAgent."],
  ]);
  expect(decodeRefusals("airlock-refused-requests/2\n{}").problems).toMatchObject([{ code: "unknownFormat" }]);
});
