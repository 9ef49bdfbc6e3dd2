import type { RuntimeLease } from "@airlock/contract";
import { describe, expect, test } from "vitest";
import { awaitConfirmation, confirmation, keysConfirmation, releaseConfirmation, type Order } from "./confirm.ts";
import type { Runtimes } from "./runtimes.ts";

const deploy: Order = { versionId: "v", revision: 7, desired: "serving" };
const stop: Order = { versionId: "v", revision: 7, desired: "stopped" };

function lease(runtimeId: string, fields: Partial<RuntimeLease> = {}): RuntimeLease {
  return { runtimeId, address: "", versions: {}, ...fields };
}

describe("a deployment is confirmed", () => {
  test("when every live runtime has its revision", () => {
    const behind = lease("b", { applied: 6, versions: { v: { revision: 3, status: "stopped" } } });
    const ahead = lease("a", { applied: 8, versions: { v: { revision: 7, status: "serving" } } });
    expect(confirmation(deploy, [ahead, behind])).toEqual({ kind: "open", runtimes: ["b"] });
    expect(confirmation(deploy, [ahead, { ...behind, applied: 7 }])).toEqual({ kind: "confirmed" });
  });

  test("also by a runtime that only reports the version's own revision", () => {
    expect(confirmation(stop, [lease("a", { versions: { v: { revision: 7, status: "stopped" } } })])).toEqual({ kind: "confirmed" });
    expect(confirmation(stop, [lease("a", { versions: { v: { revision: 6, status: "serving" } } })])).toMatchObject({ kind: "open" });
  });

  test("a stop without runtimes immediately, a deployment without any never", () => {
    expect(confirmation(stop, [])).toEqual({ kind: "confirmed" });
    expect(confirmation(deploy, [])).toEqual({ kind: "open", runtimes: [] });
  });

  test("not by a runtime that refused its entry, which does not affect other versions", () => {
    const refusing = lease("a", { applied: 9, refused: ["v"], versions: { v: { revision: 3, status: "stopped" } } });
    expect(confirmation(stop, [refusing])).toEqual({ kind: "open", runtimes: ["a"] });
    expect(confirmation({ ...stop, versionId: "w" }, [refusing])).toEqual({ kind: "confirmed" });
    // Later entries were refused; this one was applied.
    expect(confirmation({ ...stop, revision: 3 }, [refusing])).toEqual({ kind: "confirmed" });
  });

  test("not by a revision of the bucket before it was created again, whose entry is still in force", () => {
    const serving = { v: { revision: 5_120, status: "serving" as const } };
    expect(confirmation(stop, [lease("a", { applied: 7, refused: ["v"], versions: serving })])).toEqual({ kind: "open", runtimes: ["a"] });
    expect(confirmation(stop, [lease("a", { applied: 6, versions: serving })])).toEqual({ kind: "open", runtimes: ["a"] });
    const stopped = { v: { revision: 5_120, status: "stopped" as const } };
    expect(confirmation(deploy, [lease("a", { applied: 6, versions: stopped })])).toEqual({ kind: "open", runtimes: ["a"] });
  });

  test("with an error by a runtime that cannot serve it", () => {
    const failed = lease("a", { applied: 7, versions: { v: { revision: 7, status: "error", message: "no such kind" } } });
    expect(confirmation(deploy, [failed])).toEqual({ kind: "error", message: "a: no such kind" });
  });
});

describe("a change of keys is confirmed", () => {
  test("when every live runtime has applied its revision of the bucket", () => {
    const runtimes = [lease("a", { appliedKeys: 7 }), lease("b", { appliedKeys: 6, applied: 9 })];
    expect(keysConfirmation({ keyIds: ["k"], revision: 7 }, runtimes)).toEqual({ kind: "open", runtimes: ["b"] });
    expect(keysConfirmation({ keyIds: ["k"], revision: 6 }, runtimes)).toEqual({ kind: "confirmed" });
  });

  test("not by a runtime that refused one of them", () => {
    const refusing = [lease("a", { appliedKeys: 7, refusedKeys: ["k"] })];
    expect(keysConfirmation({ keyIds: ["j", "k"], revision: 7 }, refusing)).toEqual({ kind: "open", runtimes: ["a"] });
    expect(keysConfirmation({ keyIds: ["j"], revision: 7 }, refusing)).toEqual({ kind: "confirmed" });
  });

  test("never by a runtime that does not report keys, and immediately without any runtime", () => {
    expect(keysConfirmation({ keyIds: ["k"], revision: 1 }, [lease("old", { applied: 9 })])).toEqual({ kind: "open", runtimes: ["old"] });
    expect(keysConfirmation({ keyIds: ["k"], revision: 1 }, [])).toEqual({ kind: "confirmed" });
  });
});

describe("a release is confirmed", () => {
  test("when every live runtime has applied its revision and none refused it, and never without runtimes", () => {
    const order = { solutionId: "s", revision: 7 };
    const runtimes = [lease("a", { appliedReleases: 7 }), lease("b", { appliedReleases: 6, applied: 9 })];
    expect(releaseConfirmation(order, runtimes)).toEqual({ kind: "open", runtimes: ["b"] });
    expect(releaseConfirmation({ ...order, revision: 6 }, runtimes)).toEqual({ kind: "confirmed" });
    const refusing = lease("a", { appliedReleases: 7, refusedReleases: ["s"] });
    expect(releaseConfirmation(order, [refusing])).toEqual({ kind: "open", runtimes: ["a"] });
    expect(releaseConfirmation(order, [])).toEqual({ kind: "open", runtimes: [] });
  });
});

describe("waiting", () => {
  function runtimes(isSynced = true): Runtimes & { set: (leases: readonly RuntimeLease[]) => void; readonly listening: () => number } {
    let live: readonly RuntimeLease[] = [];
    const listeners = new Set<() => void>();
    return {
      live: () => live,
      isSynced: () => isSynced,
      onChange: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      stop: () => undefined,
      set: (leases) => {
        live = leases;
        for (const listener of listeners) listener();
      },
      listening: () => listeners.size,
    };
  }

  test("ends with the last runtime, also if that one dies", async () => {
    const watched = runtimes();
    watched.set([lease("a", { applied: 7 }), lease("b", { applied: 6 })]);
    const waiting = awaitConfirmation(stop, watched, 60_000);
    watched.set([lease("a", { applied: 7 })]);
    expect(await waiting).toEqual({ kind: "confirmed" });
    expect(watched.listening()).toBe(0);
  });

  test("does not end before the leases have been read", async () => {
    expect(await awaitConfirmation(stop, runtimes(false), 1)).toEqual({ kind: "open", runtimes: [] });
  });

  test("ends when the time is up and names the missing runtimes", async () => {
    const watched = runtimes();
    watched.set([lease("b", { applied: 6 })]);
    expect(await awaitConfirmation(stop, watched, 1)).toEqual({ kind: "open", runtimes: ["b"] });
    expect(watched.listening()).toBe(0);
  });
});
