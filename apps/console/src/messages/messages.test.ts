import { describe, expect, it } from "vitest";
import { createMessages } from "./messages.ts";

describe("messages", () => {
  it("show newest first, at most three", () => {
    const messages = createMessages();
    for (const text of ["one", "two", "three", "four"]) messages.success(text);
    expect(messages.shown().map((one) => one.message)).toEqual(["four", "three", "two"]);
  });
  it("say the same thing once", () => {
    const messages = createMessages();
    messages.warning("Currently Offline", "please try again soon.");
    messages.success("Solution saved");
    messages.warning("Currently Offline", "please try again soon.");
    expect(messages.shown().map((one) => one.message)).toEqual(["Currently Offline", "Solution saved"]);
  });
  it("go when dismissed, and tell whoever watches", () => {
    const messages = createMessages();
    let changes = 0;
    messages.subscribe(() => (changes += 1));
    messages.dismiss(messages.error("Execute", "No answer.", "WEB_CALL_TIMEOUT"));
    expect([messages.shown(), changes]).toEqual([[], 2]);
  });
});
