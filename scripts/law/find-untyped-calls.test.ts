import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findUntypedCalls } from "./find-untyped-calls.ts";

function linesIn(file: string, ...lines: readonly string[]): readonly number[] {
  const root = mkdtempSync(join(tmpdir(), "calls-"));
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), lines.join("\n"));
  return findUntypedCalls(root).map(({ line }) => line);
}
const inFeature = (...lines: readonly string[]) => linesIn("apps/console/src/users/use-users.ts", ...lines);

describe("calls that the action table does not check", () => {
  it("are found if the caller names the response type, or none", () => {
    expect(inFeature("const a = 1;", `await client.request<User>("GET", href);`)).toEqual([2]);
    expect(inFeature(`await session.client.request("DELETE", href);`)).toEqual([1]);
  });
  it("are found if a URL is built by hand", () => {
    expect(inFeature('client.get("users.list", "/dme/manage/v1/users");')).toEqual([1]);
    expect(inFeature('client.get("versions.listAll", `${versionsHref}/ALL`);')).toEqual([1]);
    expect(inFeature('client.get("users.list", `${href}?${search}`);')).toEqual([1]);
    expect(inFeature('const at = `${version._links["self"]?.href ?? ""}/execute`;')).toEqual([1]);
    expect(inFeature('const at = link.href.replace("{roleId}", id);')).toEqual([1]);
  });
  it("are found if a list is cut at a fixed number of rows", () => {
    expect(inFeature('client.get("users.list", href, { query: { limit: 500 } });')).toEqual([1]);
    expect(inFeature('client.get("users.list", href, { query: { limit: 20 }, signal });')).toEqual([1]);
    expect(inFeature("const query = {", "  sort: 1,", "  limit: 5,", "};")).toEqual([1]);
    expect(inFeature('client.list("users.list", "/users?limit=50");')).toEqual([1]);
  });
  it("are not the newest row, searches, pages of a choice or of a loop, and limits with a name", () => {
    expect(inFeature('useResource("users.list", { href, query: { limit: 1 } });')).toEqual([]);
    expect(inFeature("const query = { limit: 20, search: text };", "const body = { limit: 1000, after };")).toEqual([]);
    expect(inFeature('const page = { limit: 50, sort: "name" };', "use({ page: { limit: 20 } });")).toEqual([]);
    expect(inFeature('useResource("users.list", { href, query: { limit: maxShown } });')).toEqual([]);
  });
  it("are not those by name, nor text that is not a URL", () => {
    expect(inFeature('client.get("users.list", href, { query: { sort: "name" } });', "const key = `${userId}/${solutionId}/`;")).toEqual(
      [],
    );
  });
  it("are allowed in api/, which makes the typed calls, and in tests", () => {
    const call = `client.request("GET", "/dme/manage/v1/users");`;
    expect(linesIn("apps/console/src/api/client.ts", call)).toEqual([]);
    expect(linesIn("apps/console/src/users/keys/sample-call.test.ts", call)).toEqual([]);
  });
});
