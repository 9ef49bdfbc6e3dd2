import type { DashboardItem } from "@airlock/contract";
import { expect, test } from "vitest";
import { ApiProblem } from "../api/api-problem.ts";
import { DashboardKeeper } from "./dashboard-keeper.ts";
import { sameItems } from "./merge-items.ts";
import type { Unsaved } from "./unsaved-items.ts";

const item = (i: string, y: number, change: Partial<DashboardItem> = {}): DashboardItem => ({
  i,
  x: 0,
  y,
  w: 10,
  h: 2,
  config: { type: "DeployedUsageStats", key: "ALL", range: "DAY", granularity: "hour", start: "-", end: "-", title: i, location: "" },
  ...change,
});
const first = [item("a", 0)];
const names = (items: readonly DashboardItem[]) => items.map(({ i }) => i);

/** An API that refuses changes that are not based on what it has stored. */
function createApi(stored: readonly DashboardItem[]) {
  const api = {
    stored,
    puts: 0,
    isDown: false,
    unsaved: undefined as Unsaved | undefined,
    window: (unsaved?: Unsaved) =>
      new DashboardKeeper({
        saved: api.stored,
        unsaved,
        put: (dashboard, was) => {
          api.puts += 1;
          if (api.isDown) return Promise.reject(new TypeError("Failed to fetch"));
          if (!sameItems(was, api.stored)) {
            const conflict = { status: 409, code: "EDIT_CONFLICT", message: "", description: "", correlationId: "" };
            return Promise.reject(new ApiProblem(conflict));
          }
          api.stored = dashboard;
          return Promise.resolve(dashboard);
        },
        read: () => Promise.resolve(api.stored),
        keepUnsaved: (kept) => (api.unsaved = kept),
        dropUnsaved: () => (api.unsaved = undefined),
      }),
  };
  return api;
}

test("leaving saves what changed, and nothing when nothing did", async () => {
  const api = createApi(first);
  const keeper = api.window();
  await keeper.save();
  expect(api.puts).toBe(0);
  keeper.change([item("a", 0, { w: 5 })]);
  await keeper.save();
  await keeper.save();
  expect([api.puts, api.stored[0]?.w, api.unsaved]).toEqual([1, 5, undefined]);
});

test("there and back again is no change", async () => {
  const api = createApi(first);
  const keeper = api.window();
  keeper.change([item("a", 0, { w: 5 })]);
  keeper.change([item("a", 0)]);
  await keeper.save();
  expect(api.puts).toBe(0);
});

test("two windows without a connection to each other lose nothing", async () => {
  const api = createApi(first);
  const [one, other] = [api.window(), api.window()];
  one.change([...first, item("one", 2)]);
  other.change([...first, item("other", 2)]);
  await one.save();
  await other.save();
  expect(names(api.stored).toSorted()).toEqual(["a", "one", "other"]);
  expect(names(other.items()).toSorted()).toEqual(["a", "one", "other"]);
});

test("a window that changed nothing follows the other", () => {
  const api = createApi(first);
  const keeper = api.window();
  keeper.hear([item("b", 0)]);
  expect([names(keeper.items()), keeper.changed]).toEqual([["b"], false]);
});

test("what could not be sent is merged in by the next window", async () => {
  const api = createApi(first);
  const keeper = api.window();
  keeper.change([...first, item("late", 2)]);
  api.isDown = true;
  await expect(keeper.save()).rejects.toThrow("Failed to fetch");
  expect(api.unsaved).toBeDefined();
  api.isDown = false;
  api.stored = [...first, item("elsewhere", 2)];
  const next = api.window(api.unsaved);
  expect(names(next.items()).toSorted()).toEqual(["a", "elsewhere", "late"]);
  await next.save();
  expect(names(api.stored).toSorted()).toEqual(["a", "elsewhere", "late"]);
});

test("a window that is killed says nothing when it goes: the next one has what it changed, and nothing that was taken back", async () => {
  const api = createApi(first);
  const keeper = api.window();
  keeper.change([...first, item("late", 2)]);
  const next = api.window(api.unsaved);
  await next.save();
  expect([names(api.stored), api.unsaved]).toEqual([["a", "late"], undefined]);

  next.change([...api.stored, item("later", 4)]);
  next.change(api.stored);
  expect(api.unsaved).toBeUndefined();
});

test("what another window has saved meanwhile is not left to be saved again", () => {
  const api = createApi(first);
  const keeper = api.window();
  keeper.change([...first, item("late", 2)]);
  keeper.hear([...first, item("late", 2)]);
  expect([keeper.changed, api.unsaved]).toEqual([false, undefined]);
});

test("what is moved while a save is on its way is saved too", async () => {
  const api = createApi(first);
  const keeper = api.window();
  keeper.change([item("a", 0, { w: 5 })]);
  const saving = keeper.save();
  keeper.change([item("a", 0, { w: 6 })]);
  await saving;
  expect([api.stored[0]?.w, keeper.changed]).toEqual([6, false]);
});
