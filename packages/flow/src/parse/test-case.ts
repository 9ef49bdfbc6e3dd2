import type { CaseValue, Expectation, MockResponse, Mocks, MockScore, SavedMockResponse, TestCase } from "../definition.ts";
import { limits } from "../limits.ts";
import { mocksOrNone } from "../mocks.ts";
import type { ObjectReader } from "./object-reader.ts";

export function readTestCase(reader: ObjectReader): TestCase {
  const webCalls = readTable(reader, "webCalls", readResponse, limits.inlinedIdLength);
  const predictions = readTable(reader, "predictions", readScore, limits.inlinedIdLength);
  const executionId = reader.text("executionId", "", limits.idLength);
  return {
    id: reader.id("id"),
    name: reader.text("name", "", limits.labelLength),
    input: readTable(reader, "input", (values, name) => readValue(values, name)) ?? {},
    expect: readExpectation(reader.optionalObject("expect")),
    ...(webCalls === undefined ? {} : { webCalls }),
    ...(predictions === undefined ? {} : { predictions }),
    ...(executionId === "" ? {} : { executionId }),
  };
}

/** Undefined if there are none. */
export function readMocks(reader: ObjectReader | undefined): Mocks | undefined {
  if (reader === undefined) return undefined;
  const webCalls = readTable(reader, "webCalls", readSavedResponse, limits.inlinedIdLength) ?? {};
  const predictions = readTable(reader, "predictions", readScore, limits.inlinedIdLength) ?? {};
  return mocksOrNone({ webCalls, predictions });
}

function readExpectation(expect: ObjectReader | undefined): Expectation {
  if (expect === undefined) return { runtimeData: {} };
  const status = expect.raw("status") === undefined ? undefined : expect.choice("status", ["completed", "failed"], "completed");
  const error = expect.text("error", "", limits.nameLength);
  const reasonCodes = readTexts(expect, "reasonCodes");
  return {
    ...(status === undefined ? {} : { status }),
    ...(error === "" ? {} : { error }),
    runtimeData: readTable(expect, "runtimeData", (values, name) => (values.isNull(name) ? null : readValue(values, name))) ?? {},
    ...(reasonCodes === undefined ? {} : { reasonCodes }),
  };
}

/** Undefined where it is left out. */
function readTable<Value>(
  owner: ObjectReader,
  name: string,
  read: (values: ObjectReader, name: string) => Value | undefined,
  longest: number = limits.nameLength,
): Readonly<Record<string, Value>> | undefined {
  const values = owner.optionalObject(name);
  if (values === undefined) return undefined;
  return Object.fromEntries(
    values.names(limits.caseEntries, longest).flatMap((key) => {
      const value = read(values, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

function readValue(values: ObjectReader, name: string): CaseValue | undefined {
  const value = values.raw(name);
  if (typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value + 0;
  return value === undefined ? undefined : values.text(name, "", limits.textLength);
}

function readResponse(answers: ObjectReader, nodeId: string): MockResponse | undefined {
  const answer = answers.optionalObject(nodeId);
  return answer && { status: answer.integer("status", 200, 100, 999), body: answer.text("body", "", limits.recordedBodyLength) };
}

function readSavedResponse(answers: ObjectReader, nodeId: string): SavedMockResponse | undefined {
  const response = readResponse(answers, nodeId);
  const isLive = answers.optionalObject(nodeId)?.flag("live", false) === true;
  return response && { ...response, ...(isLive ? { live: true } : {}) };
}

function readScore(answers: ObjectReader, nodeId: string): MockScore | undefined {
  const answer = answers.optionalObject(nodeId);
  return (
    answer && { score: answer.number("score", 0, -Number.MAX_VALUE, Number.MAX_VALUE), reasonCodes: readTexts(answer, "reasonCodes") ?? [] }
  );
}

function readTexts(owner: ObjectReader, name: string): readonly string[] | undefined {
  const value = owner.raw(name);
  if (value === undefined) return undefined;
  if (
    Array.isArray(value) &&
    value.length <= limits.caseEntries &&
    value.every(
      (text) => typeof text === "string" && text.length <= limits.givenReasonLength && text.isWellFormed() && !text.includes("\u0000"),
    )
  ) {
    return value;
  }
  owner.problem(
    "NOT_A_LIST",
    name,
    `This must be a list of at most ${limits.caseEntries} texts of at most ${limits.givenReasonLength} characters.`,
  );
  return undefined;
}
