import { describe, expect, it } from "vitest";
import { createMessages, shownMillis } from "./messages.ts";

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
  it("show for 5 seconds as a status and for 6 seconds as a snackbar", () => {
    expect(shownMillis({ description: "please try again soon." })).toBe(5000);
    expect(shownMillis({})).toBe(6000);
  });
  it("show for 30 seconds what can be undone", () => {
    expect(shownMillis({ settle: () => undefined })).toBe(30_000);
  });
  it("are removed when dismissed, and notify subscribers", () => {
    const messages = createMessages();
    let changes = 0;
    messages.subscribe(() => (changes += 1));
    messages.dismiss(messages.error("Execute", "No answer.", "WEB_CALL_TIMEOUT"));
    expect([messages.shown(), changes]).toEqual([[], 2]);
  });
  it("settle once when they go, by whatever way but their own action", () => {
    const messages = createMessages();
    const settled: string[] = [];
    const undone: string[] = [];
    const deleted = (name: string) =>
      messages.say("success", `${name} deleted.`, undefined, {
        action: { label: "Undo", run: () => undone.push(name) },
        settle: () => settled.push(name),
      });
    const [first, second] = [deleted("first"), deleted("second")];
    messages.act(first);
    messages.dismiss(first);
    messages.dismiss(second);
    messages.dismiss(second);
    expect([settled, undone]).toEqual([["second"], ["first"]]);
    for (const name of ["a", "b", "c", "d"]) deleted(name);
    expect(settled).toEqual(["second", "a"]);
    messages.settleAll();
    expect(settled.toSorted()).toEqual(["a", "b", "c", "d", "second"]);
  });
});
