import { describe, expect, it } from "vitest";
import { ApiProblem } from "../../api/api-problem.ts";
import { faultCode, faultText } from "./fault-code.ts";

describe("the code of a failure", () => {
  it("is the api's own where it has one", () => {
    const problem = new ApiProblem({ status: 503, code: "STATISTICS_UNAVAILABLE", message: "m", description: "d", correlationId: "c" });
    expect(faultCode(problem)).toBe("STATISTICS_UNAVAILABLE");
  });
  it("is the same for the same failure and another for another", () => {
    expect(faultCode(new TypeError("x is undefined"))).toMatch(/^UI-[0-9A-F]{4}-[0-9A-F]{4}$/);
    expect(faultCode(new TypeError("x is undefined"))).toBe(faultCode(new TypeError("x is undefined")));
    expect(faultCode(new TypeError("x is undefined"))).not.toBe(faultCode(new TypeError("y is undefined")));
  });
});

describe("the text of a failure", () => {
  it("is the server's message and description, and nothing for a failure inside the console", () => {
    const problem = new ApiProblem({
      status: 500,
      code: "INTERNAL",
      message: "Datasources",
      description: "Try again.",
      correlationId: "c",
    });
    expect(faultText(problem)).toBe("Datasources: Try again.");
    expect(faultText(new TypeError("x is undefined"))).toBeUndefined();
  });
});
