import { commands, Editor } from "@airlock/editor";
import type { Definition } from "@airlock/flow";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DraftKeeper } from "./draft-keeper.ts";
import type { Draft, FoundDraft } from "./draft-store.ts";

const definition: Definition = {
  solutionDefinition: { nodes: [], links: [], zoom: 100 },
  applicationDatasetFields: [],
  runtimeDatasetFields: [],
  applicationTestData: [],
};
const drawn: Definition = {
  ...definition,
  applicationDatasetFields: [{ key: "f_age", name: "age", type: "Integer", required: true }],
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A window on a solution, with what is on the device, which takes its time to keep something. */
async function openWindow(left?: Definition, keepMillis = 0) {
  const editor = new Editor(definition);
  const device: { draft: Draft | undefined } = { draft: undefined };
  const keeper = new DraftKeeper({ editor, saved: () => ({ base: definition, revision: 1 }), onFailure: () => expect.unreachable() });
  editor.watch(keeper.changed);
  const found: FoundDraft | undefined = await keeper.open({
    keep: (draft) => {
      device.draft = draft;
      // Fixed wait: of a clock that the test moves.
      return keepMillis === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, keepMillis));
    },
    forget: () => Promise.resolve(void (device.draft = undefined)),
    find: (isSaved) => {
      const draft = left && !isSaved(left) ? { definition: left, base: definition, revision: 1, at: "" } : undefined;
      return Promise.resolve(draft && { draft, forget: () => Promise.resolve() });
    },
  });
  const draw = () => editor.execute(commands.replaceDefinition(drawn, "Draw"));
  return { editor, keeper, device, found, draw };
}

test("what is drawn is kept when the hands rest, and forgotten the moment it is saved", async () => {
  const { editor, device, draw } = await openWindow();
  draw();
  expect(device.draft).toBeUndefined();
  vi.advanceTimersByTime(400);
  expect(device.draft?.definition).toEqual(drawn);
  editor.markSaved(editor.definition);
  expect(device.draft).toBeUndefined();
});

test("what was drawn while a save was on its way is kept", async () => {
  const { editor, device, draw } = await openWindow();
  const sent = editor.definition;
  draw();
  editor.markSaved(sent);
  vi.advanceTimersByTime(400);
  expect(device.draft?.definition).toEqual(drawn);
});

test("taken back, it is forgotten; done again, it is kept again", async () => {
  const { editor, device, draw } = await openWindow();
  draw();
  vi.advanceTimersByTime(400);
  editor.undo();
  vi.advanceTimersByTime(400);
  expect(device.draft).toBeUndefined();
  editor.redo();
  vi.advanceTimersByTime(400);
  expect(device.draft?.definition).toEqual(drawn);
});

test("a draft is stored when the page is left before typing pauses", async () => {
  const { keeper, device, draw } = await openWindow();
  draw();
  keeper.close();
  expect(device.draft?.definition).toEqual(drawn);
});

test("an earlier window's draft is offered, unless it was saved after all", async () => {
  expect((await openWindow(drawn)).found?.draft.definition).toEqual(drawn);
  expect((await openWindow({ ...definition })).found).toBeUndefined();
});

test("what takes long to keep, such as a large table, is kept less often", async () => {
  const { editor, device, draw } = await openWindow(undefined, 100);
  draw();
  await vi.advanceTimersByTimeAsync(600);
  expect(device.draft?.definition).toEqual(drawn);
  editor.execute(commands.replaceDefinition({ ...drawn, runtimeDatasetFields: drawn.applicationDatasetFields }, "Draw more"));
  await vi.advanceTimersByTimeAsync(1_900);
  expect(device.draft?.definition).toEqual(drawn);
  await vi.advanceTimersByTimeAsync(200);
  expect(device.draft?.definition).toEqual(editor.definition);
});
