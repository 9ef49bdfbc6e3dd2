import { describe, expect, it } from "vitest";
import { ApiProblem } from "../../api/api-problem.ts";
import { endedText } from "./ended-text.ts";

const problem = (code: string) =>
  new ApiProblem({ status: 404, correlationId: "", code, message: "Session ended", description: "Sign in again to continue." });

describe("the sign-in card", () => {
  it("names the address that has no account, and the invited one", () => {
    const end = { problem: problem("USER_UNKNOWN"), email: "ada@a.test" };
    expect(endedText(end, undefined)).toBe("There is no account for ada@a.test. Ask your organisation's administrator for an invitation.");
    expect(endedText(end, "grace@a.test")).toBe(
      "There is no account for ada@a.test. The invitation is for grace@a.test: sign in with that address.",
    );
    expect(endedText(end, "Ada@a.test")).not.toContain("The invitation is for");
    expect(endedText({ ...end, email: undefined }, undefined)).toMatch(/^There is no account for you\./);
  });

  it("says why a session ended, and whose it was", () => {
    expect(endedText({ problem: problem("SESSION_ENDED"), email: "ada@a.test" }, undefined)).toBe(
      "Session ended: Sign in again to continue. You were signed in as ada@a.test.",
    );
  });
});
