import { expect, test } from "vitest";
import { readAcknowledgement } from "./publish.ts";

test("an acknowledgement is parsed with any spacing and order", () => {
  expect(readAcknowledgement('{"stream":"executions", "seq":7}')).toBe(7);
  expect(readAcknowledgement('{"seq" : 7,"stream":"executions","duplicate":true}')).toBe(7);
  expect(readAcknowledgement('{"stream":"say \\"error\\": here","seq":8}')).toBe(8);
});

test("anything else is not an acknowledgement", () => {
  const others = [
    '{"error":{"code":503,"err_code":10077},"stream":"executions","seq":0}',
    '{"stream":"\\"seq\\":7"}',
    '{"seq":"7"}',
    '"seq":7',
    "7",
    "null",
    "",
  ];
  for (const text of others) expect(readAcknowledgement(text), text).toBeUndefined();
});
