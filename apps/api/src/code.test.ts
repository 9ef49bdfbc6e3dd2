import { expect, test } from "vitest";
import { freeCode, shortCode } from "./code.ts";

test("a code is four plain letters of the name", () => {
  expect(shortCode("New Role")).toBe("NEWR");
  expect(shortCode("Ångström & Söhne")).toBe("ANGS");
  expect(shortCode("数据")).toBe("NONE");
});

test("a name never results in the protected code", () => {
  expect(shortCode("Admin")).toBe("ADMI0");
  expect(shortCode("Administrator")).not.toBe("ADMI");
});

test("a taken code gets a number", () => {
  expect(freeCode("New Role", new Set())).toBe("NEWR");
  expect(freeCode("New Role", new Set(["NEWR", "NEWR2"]))).toBe("NEWR3");
});
