import { formRules } from "@airlock/contract/form-rules";
import { expect, test } from "vitest";
import { brokenRules } from "./broken-rules.ts";

const secret = formRules["secrets.create"];
const valid = { name: "Scoring_2", hosts: ["api.example.com"], value: "long enough" };

test("a body that the schema of its action accepts breaks no rule", () => {
  expect(brokenRules(secret, valid)).toEqual(new Map());
  expect(brokenRules(formRules["secret.update"], { name: "Scoring" })).toEqual(new Map());
});

test("the first broken rule of each field is found, with the value that breaks it", () => {
  const broken = brokenRules(secret, { hosts: ["api.example.com", "https://b"], value: "short" });
  expect(Object.fromEntries(broken)).toEqual({
    name: { rule: "required", value: undefined },
    hosts: { rule: "pattern", value: "https://b" },
    value: { rule: "minLength", value: "short" },
  });
});

test.each([
  ["no item", { ...valid, hosts: [] }, "hosts", "minItems"],
  ["too many items", { ...valid, hosts: Array.from({ length: 21 }, (_, at) => `h${at}`) }, "hosts", "maxItems"],
  ["a text that is too long", { ...valid, value: "x".repeat(8_001) }, "value", "maxLength"],
  ["a text in another form", { ...valid, name: "2nd" }, "name", "pattern"],
])("%s", (_, body, field, rule) => {
  expect(brokenRules(secret, body).get(field)?.rule).toBe(rule);
});

test("numbers are compared with their limits", () => {
  const rules = { properties: { days: { minimum: 1, maximum: 30 } } };
  expect(brokenRules(rules, { days: 0 }).get("days")?.rule).toBe("minimum");
  expect(brokenRules(rules, { days: 31 }).get("days")?.rule).toBe("maximum");
  expect(brokenRules(rules, { days: 30 }).size).toBe(0);
});
