import { describe, expect, it } from "vitest";
import { ApiProblem } from "../api/api-problem.ts";
import { faultCode } from "./fault-code.ts";

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
