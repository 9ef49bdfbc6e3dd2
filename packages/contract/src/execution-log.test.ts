import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  decodeGroup,
  encodeExecution,
  encodeGroup,
  executionPartition,
  groupMessageId,
  linesOfDeadLetter,
  readDeadLine,
  type LoggedExecution,
} from "./execution-log.ts";
import { isPlainId } from "./log-line.ts";
import { encodeShadow, type LoggedShadow } from "./shadow-log.ts";

const id = fc.stringMatching(/^[0-9A-Za-z_-]{1,64}$/);
const logged: fc.Arbitrary<LoggedExecution> = fc.record({
  executionId: id,
  versionId: id,
  solutionId: id,
  organisationId: id,
  keyId: id,
  callerId: fc.oneof(fc.constant(""), id),
  correlationId: fc.oneof(fc.constant(""), fc.stringMatching(/^[\w.:-]{1,128}$/)),
  rolloutId: fc.oneof(fc.constant(""), id),
  arm: fc.constantFrom("" as const, "champion" as const, "challenger" as const),
  started: fc.nat(),
  durationMicros: fc.nat(),
  status: fc.constantFrom("completed" as const, "failed" as const),
  record: fc.jsonValue().map((value) => JSON.stringify(value)),
});

test("what is written is read back, record text and all", () => {
  fc.assert(
    fc.property(fc.array(logged, { maxLength: 20 }), (executions) => {
      const decoded = decodeGroup(encodeGroup(executions.map(encodeExecution)));
      expect(decoded.problems.map(({ code }) => code)).toEqual(executions.length === 0 ? ["notJson"] : []);
      expect(decoded.executions).toEqual(executions);
    }),
  );
});

const status = fc.constantFrom("" as const, "completed" as const, "failed" as const);
const shadow: fc.Arbitrary<LoggedShadow> = fc.record({
  rolloutId: id,
  executionId: id,
  liveVersionId: id,
  shadowVersionId: id,
  solutionId: id,
  organisationId: id,
  started: fc.nat(),
  isComparable: fc.boolean(),
  dropped: fc.nat(),
  liveStatus: status,
  shadowStatus: status,
  liveOutcome: fc.string(),
  shadowOutcome: fc.string(),
  record: fc.oneof(
    fc.constant(""),
    fc.array(fc.string(), { minLength: 1 }).map((values) => JSON.stringify(values)),
  ),
});

test("lines of shadows are read back apart from those of executions", () => {
  fc.assert(
    fc.property(fc.array(shadow, { minLength: 1, maxLength: 5 }), logged, (shadows, execution) => {
      const decoded = decodeGroup(encodeGroup([encodeExecution(execution), ...shadows.map(encodeShadow)]));
      expect(decoded).toEqual({ executions: [execution], shadows, problems: [] });
    }),
  );
});

test("a line of a shadow that is not one is a problem, and one that became a dead letter still names its organisation, version and record", () => {
  const [one] = fc.sample(shadow, { numRuns: 1, seed: 1 });
  if (one === undefined) throw new Error("There is a sample.");
  const line = encodeShadow({ ...one, organisationId: "o", shadowVersionId: "v", record: '["a"]' });
  const value = JSON.parse(line) as unknown[];
  const wrong = [
    value.slice(1),
    [...value, 1],
    value.with(4, "a b"),
    value.with(7, -1),
    value.with(10, "x"),
    value.with(12, 1),
    value.with(14, {}),
  ];
  const { problems, shadows } = decodeGroup(encodeGroup(wrong.map((bad) => JSON.stringify(bad))));
  expect([problems.length, shadows]).toEqual([wrong.length, []]);
  expect(readDeadLine(line)).toEqual({ organisationId: "o", versionId: "v", record: ["a"] });
  expect(readDeadLine(encodeShadow({ ...one, record: "" }))).toMatchObject({ record: [] });
});

test("decoding is total: any text gives executions and problems, never an exception", () => {
  const near = fc.array(fc.oneof(fc.string(), logged.map(encodeExecution), fc.json()), { maxLength: 5 }).map((lines) => encodeGroup(lines));
  fc.assert(
    fc.property(fc.oneof(fc.string(), near), (text) => {
      const { executions, problems } = decodeGroup(text);
      expect(executions.length + problems.length).toBeGreaterThan(0);
    }),
  );
});

test("a bad line does not take its group with it", () => {
  const good: LoggedExecution = {
    executionId: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    versionId: "v",
    solutionId: "s",
    organisationId: "o",
    keyId: "k",
    callerId: "u",
    correlationId: "c",
    rolloutId: "r",
    arm: "challenger",
    started: 1,
    durationMicros: 2,
    status: "failed",
    record: '[[1,2],"a,]b"]',
  };
  const line = encodeExecution(good);
  const lines = [
    line,
    "{",
    '["a"]',
    line.replace('"failed"', '"unsure"'),
    line.replace(",2,", ",-2,"),
    line.replace('"o"', '"o o"'),
    line.replace('"u"', '"u,"'),
    line.replace('"c"', '"c,"'),
    line.replace('"r"', '"r,"'),
    line.replace('"challenger"', '"other"'),
  ];
  const decoded = decodeGroup(encodeGroup(lines));
  expect(decoded.executions).toEqual([good]);
  expect(decoded.problems.map((problem) => problem.code)).toEqual(["notJson", ...Array<string>(8).fill("wrongShape")]);
  expect(decoded.problems[0]?.line).toBe("{");
});

test("a later format is refused whole", () => {
  const decoded = decodeGroup("airlock-executions/4\nwhatever");
  expect(decoded.executions).toEqual([]);
  expect(decoded.problems).toMatchObject([{ code: "unknownFormat", line: "airlock-executions/4\nwhatever" }]);
});

const layout1 = '["01ARZ3NDEKTSV4RRFFQ69G5FAV","v","s","o","k",1,2,"failed",[[1,2],"a,]b"]]';

const layout2 = layout1.replace('"failed"', '"failed","u","c-1"');

test.each([1, 2, 3])("layouts 1 and 2 are still read, in a group of layout %d", (version) => {
  const expected = { keyId: "k", callerId: "", correlationId: "", rolloutId: "", arm: "", status: "failed", record: '[[1,2],"a,]b"]' };
  const decoded = decodeGroup(`airlock-executions/${version}\n${layout1}\n${layout2}`);
  expect(decoded.problems).toEqual([]);
  expect(decoded.executions).toMatchObject([expected, { ...expected, callerId: "u", correlationId: "c-1" }]);
});

test("dead letters of every layout name their organisation, version and record", () => {
  const record = [[1, 2], "a,]b"];
  const layout3 = layout2.replace('"c-1"', '"c-1","r","champion"');
  for (const line of [layout1, layout2, layout3]) expect(readDeadLine(line)).toEqual({ organisationId: "o", versionId: "v", record });
  expect(linesOfDeadLetter(`airlock-executions/1\n${layout1}`)).toEqual({ isGroup: true, lines: [layout1] });
});

test("the message id is the first execution and the count", () => {
  expect(groupMessageId("01A", 7)).toBe("01A-7");
});

test("ids that would need escaping are detected", () => {
  expect(isPlainId("01ARZ3NDEKTSV4RRFFQ69G5FAV")).toBe(true);
  for (const bad of ["", 'a"b', "a,b", "a\nb", "é", "a".repeat(65)]) expect(isPlainId(bad)).toBe(false);
});

test("versions spread over the sixteen partitions", () => {
  const counts = Array.from({ length: 16 }, () => 0);
  for (let index = 0; index < 16_000; index += 1) {
    const partition = executionPartition(`01ARZ3NDEKTSV4RRFFQ${index.toString(32).toUpperCase().padStart(7, "0")}`);
    counts[partition] = (counts[partition] ?? 0) + 1;
  }
  for (const count of counts) expect(count).toBeGreaterThan(700);
});
