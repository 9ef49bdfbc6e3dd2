import { expect, test } from "vitest";
import { idOf } from "./id-of.ts";

test("the id of a resource, and an error that names what is missing", () => {
  expect(idOf("monitor", { _embedded: { webSafeString: "01J" } })).toBe("01J");
  expect(() => idOf("firing of a monitor", undefined)).toThrow("There is no firing of a monitor.");
});
