import { actions, basePath } from "@airlock/contract";
import { expect, test } from "vitest";
import { addressOf } from "./address-of.ts";

test("an address has the api's base path and the ids in the action's path", () => {
  expect(addressOf("versions.listAll")).toBe(basePath + actions["versions.listAll"].path);
  expect(addressOf("user.validate", { key: "a/b" })).toBe("/dme/manage/v1/users/validate/a%2Fb");
});
