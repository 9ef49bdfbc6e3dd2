import { expect, test } from "vitest";
import { callsThrough, fillAddress, itemAddress, withQuery, type RequestOptions } from "./calls.ts";

function recorded(answer: unknown = {}) {
  const sent: { readonly method: string; readonly href: string; readonly options: RequestOptions | undefined }[] = [];
  const calls = callsThrough((method, href, options) => {
    sent.push({ method, href, options });
    return Promise.resolve(answer);
  });
  return { calls, sent };
}

test("a call is sent with the method of its action, its query in the address and its body", async () => {
  const { calls, sent } = recorded();
  await calls.get("solutions.list", "/solutions", { query: { limit: 500, sort: "name", search: "a b" }, background: true });
  await calls.post("solutions.create", "/solutions", { body: { name: "Loan" } });
  await calls.put("version.stop", "/versions/1/stop");
  await calls.delete("version.delete", "/versions/1", { keepalive: true });
  await calls.list("users.list", "/users?limit=20");
  await calls.download("export.file", "/exports/1/file");
  expect(sent).toEqual([
    { method: "GET", href: "/solutions?limit=500&sort=name&search=a+b", options: { background: true } },
    { method: "POST", href: "/solutions", options: { body: { name: "Loan" } } },
    { method: "PUT", href: "/versions/1/stop", options: {} },
    { method: "DELETE", href: "/versions/1", options: { keepalive: true } },
    { method: "GET", href: "/users?limit=20", options: undefined },
    { method: "GET", href: "/exports/1/file", options: { answer: "file" } },
  ]);
});

test("a call returns what the api answered", async () => {
  const profile = { _embedded: { name: "Ada" }, _links: {} };
  const { calls } = recorded(profile);
  expect(await calls.get("profile.read", "/users/me")).toBe(profile);
});

test("query parameters without a value are left out, and an address without any stays as it is", () => {
  expect(withQuery("/users", { limit: 50, search: undefined, from: 0 })).toBe("/users?limit=50&from=0");
  expect(withQuery("/users?after=x")).toBe("/users?after=x");
  expect(withQuery("/users", { search: undefined })).toBe("/users");
});

test("the address of a list's resource is known once the list and the id are", () => {
  expect(itemAddress("/solutions", "a/b")).toBe("/solutions/a%2Fb");
  expect([itemAddress(undefined, "a"), itemAddress("/solutions", undefined)]).toEqual([undefined, undefined]);
});

test("every page of a list is read, whatever it takes", async () => {
  const page = (name: string, next?: string) => ({
    items: [{ _embedded: { name }, _links: {} }],
    _embedded: { total: 3, exact: true },
    _links: next === undefined ? {} : { next: { href: next, allow: ["GET"] } },
  });
  const pages = [page("a", "/secrets?limit=500&sort=name&after=1"), page("b", "/secrets?limit=500&sort=name&after=2"), page("c")];
  const sent: string[] = [];
  const calls = callsThrough((_method, href) => {
    sent.push(href);
    return Promise.resolve(pages[sent.length - 1]);
  });
  const list = await calls.all("secrets.list", "/secrets", { query: { sort: "name" } });
  expect(list.items.map(({ _embedded }) => _embedded.name)).toEqual(["a", "b", "c"]);
  expect(sent).toEqual(["/secrets?limit=500&sort=name", "/secrets?limit=500&sort=name&after=1", "/secrets?limit=500&sort=name&after=2"]);
});

test("a templated address is filled once the template and every value are known", () => {
  expect(fillAddress("/users/u/roles/{roleId}", { roleId: "a/b" })).toBe("/users/u/roles/a%2Fb");
  expect([fillAddress(undefined, { roleId: "a" }), fillAddress("/roles/{roleId}", { roleId: undefined })]).toEqual([undefined, undefined]);
});
