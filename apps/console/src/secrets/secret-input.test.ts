import { formRules } from "@airlock/contract/form-rules";
import { expect, test } from "vitest";
import { brokenRules } from "../parts/forms/broken-rules.ts";
import { addsHost, hostsIn, secretWords } from "./secret-input.ts";

/** Why a field of a new secret is not accepted. */
function whyNot(field: "name" | "hosts" | "value", value: unknown): string | undefined {
  const rule = brokenRules(formRules["secrets.create"], { name: "Name", hosts: ["a.example"], value: "long enough", [field]: value }).get(
    field,
  );
  const words = secretWords[field];
  return rule && (typeof words === "function" ? words(rule) : words);
}
const whyNotName = (text: string) => whyNot("name", text);
const whyNotHosts = (text: string) => whyNot("hosts", hostsIn(text));
const whyNotValue = (text: string) => whyNot("value", text);

test("hosts are read however they are separated, each once", () => {
  expect(hostsIn("API.example.com, b.example.com\n api.example.com;")).toEqual(["api.example.com", "b.example.com"]);
});

test("a new host requires the value; fewer hosts do not", () => {
  expect(addsHost(["api.example.com"], "api.example.com b.example.com")).toBe(true);
  expect(addsHost(["api.example.com"], "b.example.com")).toBe(true);
  expect(addsHost(["api.example.com", "b.example.com"], "B.example.com")).toBe(false);
});

test("what the API would refuse is reported before it is sent", () => {
  expect(whyNotName("Api_Key2")).toBeUndefined();
  expect(whyNotName("2nd")).toBeDefined();
  expect(whyNotHosts("api.example.com 10.0.0.1")).toBeUndefined();
  expect(whyNotHosts("https://api.example.com")).toContain("is not a host");
  expect(whyNotHosts("*.example.com")).toContain("is not a host");
  expect(whyNotHosts(" ")).toContain("At least one");
  expect(whyNotValue("short")).toBeDefined();
  expect(whyNotValue("long enough")).toBeUndefined();
  expect(whyNotValue("long enough\nbut two lines")).toBeDefined();
});
