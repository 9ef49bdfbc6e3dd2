import type { Link, Resource } from "@airlock/contract";
import { expect, test } from "vitest";
import { call, linkTo } from "./call.ts";
import { callsThrough } from "./calls.ts";

const role: Link = { href: "/users/u/roles/{roleId}", allow: ["POST"], templated: true };
const user: Resource<object> = { _embedded: {}, _links: { role } };

test("an action is called at the resource's link, with its method and the values of a template", async () => {
  const sent: unknown[] = [];
  const calls = callsThrough((...request) => {
    sent.push(request);
    return Promise.resolve({});
  });
  await call(calls, "user.role.add", user, { values: { roleId: "r" } });
  expect(sent).toEqual([["POST", "/users/u/roles/r", {}]]);
});

test("what a resource does not offer is not called", async () => {
  expect(linkTo("user.role.remove", user)).toBeUndefined();
  const calls = callsThrough(() => Promise.reject(new Error("Sent")));
  await expect(call(calls, "user.role.remove", user, { values: { roleId: "r" } })).rejects.toThrow("no link for user.role.remove");
});
