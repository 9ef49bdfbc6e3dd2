import { expect, test } from "vitest";
import { versionInPath } from "./routes.ts";

test("the version is found wherever the path puts it, and nowhere else", () => {
  expect(versionInPath("/dme/manage/v1/versions/01ARZ3NDEKTSV4RRFFQ69G5FAV/execute")).toBe("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  expect(versionInPath("/dme/manage/v1/solutions/s/versions/v-1/execute?x=1")).toBe("v-1");
  for (const other of [
    "/",
    "/dme/manage/v1/versions//execute",
    "/dme/manage/v1/versions/execute",
    "/dme/manage/v1/versions/a/execute/",
    "/dme/manage/v1/versions/a%2F..%2Fb/execute",
    "/dme/manage/v1/versions/a/../b/execute",
    "/dme/manage/v1/solutions/a/execute",
    "/dme/manage/v2/versions/a/execute",
    "/dme/manage/v1/versions/a/execute2",
    "/x/dme/manage/v1/versions/a/execute",
  ]) {
    expect(versionInPath(other), other).toBeUndefined();
  }
});
