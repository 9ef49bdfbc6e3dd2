import type { RuntimeLease } from "@airlock/contract";
import { describe, expect, test } from "vitest";
import { awaitConfirmation, confirmation, type Order } from "./orders-confirm.ts";
import type { Runtimes } from "./orders-runtimes.ts";

const deploy: Order = { versionId: "v", revision: 7, desired: "serving" };
const stop: Order = { versionId: "v", revision: 7, desired: "stopped" };

function lease(runtimeId: string, fields: Partial<RuntimeLease> = {}): RuntimeLease {
  return { runtimeId, address: "", versions: {}, ...fields };
}

describe("an order is carried out", () => {
  test("when every live runtime has its revision", () => {
    const behind = lease("b", { applied: 6, versions: { v: { revision: 3, status: "stopped" } } });
    const ahead = lease("a", { applied: 8, versions: { v: { revision: 7, status: "serving" } } });
    expect(confirmation(deploy, [ahead, behind])).toEqual({ kind: "open", runtimes: ["b"] });
    expect(confirmation(deploy, [ahead, { ...behind, applied: 7 }])).toEqual({ kind: "confirmed" });
  });

  test("also by a runtime that only tells the version's own revision", () => {
    expect(confirmation(stop, [lease("a", { versions: { v: { revision: 7, status: "stopped" } } })])).toEqual({ kind: "confirmed" });
    expect(confirmation(stop, [lease("a", { versions: { v: { revision: 6, status: "serving" } } })])).toMatchObject({ kind: "open" });
  });

  test("a stop without runtimes is done; a deployment without any is not", () => {
    expect(confirmation(stop, [])).toEqual({ kind: "confirmed" });
    expect(confirmation(deploy, [])).toEqual({ kind: "open", runtimes: [] });
  });

  test("a runtime that cannot serve it says why", () => {
    const failed = lease("a", { applied: 7, versions: { v: { revision: 7, status: "error", message: "no such kind" } } });
    expect(confirmation(deploy, [failed])).toEqual({ kind: "error", message: "a: no such kind" });
  });
});

describe("waiting", () => {
  function runtimes(): Runtimes & { set: (leases: readonly RuntimeLease[]) => void; readonly listening: () => number } {
    let live: readonly RuntimeLease[] = [];
    const listeners = new Set<() => void>();
    return {
      live: () => live,
      heard: () => true,
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

  test("ends with the last runtime, also when that one dies", async () => {
    const watched = runtimes();
    watched.set([lease("a", { applied: 7 }), lease("b", { applied: 6 })]);
    const waiting = awaitConfirmation(stop, watched, 60_000);
    watched.set([lease("a", { applied: 7 })]);
    expect(await waiting).toEqual({ kind: "confirmed" });
    expect(watched.listening()).toBe(0);
  });

  test("ends when the time is up and says who is missing", async () => {
    const watched = runtimes();
    watched.set([lease("b", { applied: 6 })]);
    expect(await awaitConfirmation(stop, watched, 1)).toEqual({ kind: "open", runtimes: ["b"] });
    expect(watched.listening()).toBe(0);
  });
});
