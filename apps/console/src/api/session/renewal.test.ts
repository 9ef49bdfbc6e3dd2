import { describe, expect, it } from "vitest";
import type { Tokens } from "./identity.ts";
import { createRenewal } from "./renewal.ts";
import type { Lock } from "./renewal.ts";

/** One browser: what all its windows share. */
function browser(first: Tokens) {
  let stored: Tokens | undefined = first;
  let refreshes = 0;
  let last: Promise<unknown> = Promise.resolve();
  const lock: Lock = (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
  const identity = {
    read: () => Promise.resolve(stored),
    async refresh() {
      refreshes += 1;
      const used = stored;
      await Promise.resolve();
      // A provider that rotates: the second use of one refresh token ends the session.
      if (used !== stored) throw new Error("invalid_grant");
      stored = { accessToken: `token-${refreshes + 1}`, expiresAt: 1000 };
      return stored;
    },
  };
  return {
    window: () => createRenewal({ identity, lock, now: () => 500 }),
    refreshes: () => refreshes,
    logOut: () => (stored = undefined),
    unlocked: () => createRenewal({ identity, lock: (work) => work(), now: () => 500 }),
  };
}

const stale: Tokens = { accessToken: "token-1", expiresAt: 499 };

describe("renewal", () => {
  it("lets five windows renew at once with one refresh, and all get the same token", async () => {
    const shared = browser(stale);
    const windows = Array.from({ length: 5 }, () => shared.window());
    const renewed = await Promise.all(windows.map((renew) => renew("token-1")));
    expect(renewed.map((tokens) => tokens.accessToken)).toEqual(Array.from({ length: 5 }, () => "token-2"));
    expect(shared.refreshes()).toBe(1);
  });

  it("would lose the session without the lock", async () => {
    const shared = browser(stale);
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => shared.unlocked()("token-1")));
    expect(results.some((result) => result.status === "rejected")).toBe(true);
  });

  it("shares one renewal between the requests of a window", async () => {
    const shared = browser(stale);
    const renew = shared.window();
    await Promise.all([renew("token-1"), renew("token-1"), renew("token-1")]);
    expect(shared.refreshes()).toBe(1);
  });

  it("renews again when the token that another window stored was refused too", async () => {
    const shared = browser(stale);
    await shared.window()("token-1");
    const again = await shared.window()("token-2");
    expect(again.accessToken).toBe("token-3");
  });

  it("does not take over a stored token that has run out", async () => {
    const shared = browser({ accessToken: "token-9", expiresAt: 400 });
    await shared.window()("token-1");
    expect(shared.refreshes()).toBe(1);
  });

  it("does not restore a session that another window has ended", async () => {
    const shared = browser(stale);
    shared.logOut();
    await expect(shared.window()("token-1")).rejects.toThrow("logged out");
    expect(shared.refreshes()).toBe(0);
  });
});
