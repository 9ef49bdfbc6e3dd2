import { describe, expect, it } from "vitest";
import { solutionStatus, versionStatus } from "./solution-status.ts";

describe("the status of a version", () => {
  it("has the words of the specification, and is an error when it is none we know", () => {
    expect(["notDeployed", "serving", "stopped", "error", "exploded"].map((status) => versionStatus(status).text)).toEqual([
      "Not deployed",
      "Serving",
      "Stopped",
      "Error",
      "Error",
    ]);
  });
});

describe("the status of a solution", () => {
  const of = (...statuses: readonly ("serving" | "stopped" | "error" | "notDeployed")[]) =>
    solutionStatus(statuses.map((deploymentStatus, index) => ({ versionName: `v${index + 1}`, deploymentStatus }))).text;
  it("names the version that serves, and counts several", () => {
    expect([of("stopped", "serving"), of("serving", "error", "serving")]).toEqual(["Serving v2", "Serving 2 versions"]);
  });
  it("shows an error before stopped, and not deployed when there is nothing else", () => {
    expect([of("stopped", "error"), of("stopped"), of("notDeployed"), of()]).toEqual(["Error", "Stopped", "Not deployed", "Not deployed"]);
  });
});
