import { limits, type TestValue } from "@airlock/flow";
import { grouped, refusal } from "../rules/refusal.ts";
import { whyNotLiteral } from "../rules/text-rules.ts";
import { done, refused, type Command } from "./command.ts";

/** A value for test executions, in the notation of the field's type; an empty one is not sent. */
export function setTestValue(name: string, value: string): Command {
  return (document) => {
    const field = document.applicationFields.find((one) => one.name === name);
    if (field === undefined) return refused(refusal("FIELD_GONE"));
    const reason = whyNotLiteral(field.type, value, limits.textLength);
    if (reason !== undefined) return refused(reason);
    const before = document.testData.find((one) => one.name === name);
    const more = { mergeWith: `test ${name}` };
    const label = `Set test value of ${name}`;
    if (before?.value === value || (before === undefined && value === "")) return done(label, document, more);
    if (before === undefined && document.testData.length >= limits.testValues) {
      return refused(refusal("TEST_VALUES_FULL", { max: grouped(limits.testValues) }));
    }
    const testData = before === undefined ? [...document.testData, { name, value }] : replaced(document.testData, before, { name, value });
    return done(label, { ...document, testData }, more);
  };
}

export function removeTestValue(place: number): Command {
  return (document) => {
    const value = document.testData[place];
    if (value === undefined) return refused(refusal("ROW_GONE"));
    return done(`Remove test value of ${value.name}`, { ...document, testData: document.testData.toSpliced(place, 1) });
  };
}

/** Puts all values of a saved case, or of an execution, into the test data. Values of fields that do not exist are left out. */
export function replaceTestData(values: readonly TestValue[], name: string): Command {
  return (document) => {
    const types = new Map(document.applicationFields.map((field) => [field.name, field.type]));
    const testData = values
      .filter((one) => {
        const type = types.get(one.name);
        return type !== undefined && whyNotLiteral(type, one.value, limits.textLength) === undefined;
      })
      .slice(0, limits.testValues);
    return done(name, { ...document, testData });
  };
}

function replaced(testData: readonly TestValue[], before: TestValue, after: TestValue): readonly TestValue[] {
  return testData.map((one) => (one === before ? after : one));
}
