import { expect, it } from "vitest";
import { lastUseText } from "./disable-account.tsx";

const key = (lastUsedDate: string | null) => ({
  _embedded: { webSafeString: "k", name: "Key", createdDate: "2026-11-01T10:00:00Z", expires: null, lastUsedDate },
});

it("says when the keys of an account were last used, as the newest use of any", () => {
  expect(lastUseText([])).toBe("It has no keys.");
  expect(lastUseText([key(null)])).toBe("Its keys have not been used yet.");
  const used = lastUseText([key("2026-11-14T10:00:00Z"), key(null), key("2026-11-02T10:00:00Z")]);
  expect(used).toMatch(/^Its keys were last used at 14 Nov 2026, \d\d:00\.$/);
});
