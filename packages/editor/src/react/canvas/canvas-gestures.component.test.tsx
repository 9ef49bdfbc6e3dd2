import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renameNode } from "../../commands/change-node.ts";
import { Diagram } from "../../testing/react/diagram.ts";
import { press, type Point } from "../../testing/react/input.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { counted } from "../../testing/react/seen.ts";
import { workbenchWithCondition } from "../../testing/workbench.ts";

const diagram = new Diagram();
const failures: string[] = [];
const onError = (event: ErrorEvent): void => {
  failures.push(event.message);
};

let mounted: Awaited<ReturnType<typeof mountEditor>>;

beforeEach(async () => {
  failures.length = 0;
  window.addEventListener("error", onError);
  mounted = await mountEditor(workbenchWithCondition());
});

afterEach(() => {
  window.removeEventListener("error", onError);
  expect(failures).toEqual([]);
});

/** Presses and moves, without a release. */
async function beginDrag(from: Point, by: Point): Promise<void> {
  const half = { x: from.x + by.x / 2, y: from.y + by.y / 2 };
  await userEvent.pointer([{ coords: from }, "[MouseLeft>]", { coords: half }, { coords: to(from, by) }]);
}

async function endDrag(at: Point): Promise<void> {
  await userEvent.pointer([{ coords: at }, "[/MouseLeft]"]);
}

const to = (from: Point, by: Point): Point => ({ x: from.x + by.x, y: from.y + by.y });

test.each(["Delete", "Shift+Delete", "ArrowLeft", "Control+y", "Control+d", "Tab", "t", "F2"])(
  "%s does nothing while a node is dragged, and the drag continues",
  async (keys) => {
    const from = diagram.middle(diagram.node("set"));
    await beginDrag(from, { x: 50, y: 0 });
    await press(keys);
    await endDrag(to(from, { x: 100, y: 0 }));
    await diagram.isAt("set", { x: 350, y: 400 });
    await counted(diagram.nodes, 9);
    await counted(page.getByRole("alertdialog"), 0);
    expect(mounted.editor.state.history.done.map(({ name }) => name)).toEqual(["Move Begin"]);
  },
);

test.each(["Control+z", "Escape"])("%s cancels the drag of a node, which stays where it was until it is dragged again", async (keys) => {
  const from = diagram.middle(diagram.node("set"));
  await beginDrag(from, { x: 50, y: 0 });
  await press(keys);
  await diagram.isAt("set", { x: 250, y: 400 });
  await endDrag(to(from, { x: 100, y: 0 }));
  await diagram.isAt("set", { x: 250, y: 400 });
  expect(mounted.editor.state.history.done).toEqual([]);
  expect(page.getByCss(".cv-surface").element().className).not.toMatch(/is-moving|is-lifting/);
});

test("an edit from elsewhere ends the drag where it is", async () => {
  const from = diagram.middle(diagram.node("set"));
  await beginDrag(from, { x: 50, y: 0 });
  mounted.editor.execute(renameNode("sum", "Total"));
  await endDrag(to(from, { x: 100, y: 0 }));
  await diagram.isAt("set", { x: 300, y: 400 });
  expect(mounted.editor.state.history.done.map(({ name }) => name)).toEqual(["Move Begin", expect.stringMatching(/^Rename/)]);
});

test("Enter does not finish a link that is drawn by pointer", async () => {
  const from = diagram.middle(diagram.node("bands").getByCss("[data-port=out]"));
  const target = diagram.middle(diagram.node("call"));
  await beginDrag(from, { x: target.x - from.x, y: target.y - from.y });
  await press("Enter");
  await counted(diagram.links, 8);
  await endDrag(target);
  await counted(diagram.links, 9);
});

test("an edit from elsewhere ends the drag of a comment", async () => {
  await page.getByRole("button", { name: "Add comment" }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("Once");
  await press("Control+Enter");
  const [note] = mounted.editor.state.document.comments;
  const from = diagram.middle(page.getByCss("[data-comment] header b"));
  await beginDrag(from, { x: 0, y: 60 });
  mounted.editor.execute(renameNode("sum", "Total"));
  await endDrag(to(from, { x: 0, y: 120 }));
  const [moved] = mounted.editor.state.document.comments;
  expect((moved?.y ?? 0) - (note?.y ?? 0)).toBe(60);
});

const finger = (type: string, pointerId: number, { x, y }: Point, isDown = true) =>
  (document.elementFromPoint(x, y) ?? document.body).dispatchEvent(
    new PointerEvent(type, {
      pointerId,
      pointerType: "touch",
      isPrimary: pointerId === 11,
      clientX: x,
      clientY: y,
      buttons: isDown ? 1 : 0,
      bubbles: true,
      cancelable: true,
      composed: true,
    }),
  );

test("a second finger does not touch anything while the first one drags", async () => {
  const from = diagram.middle(diagram.node("set"));
  const other = diagram.middle(diagram.node("sum"));
  const sum = diagram.positionOf("sum");
  finger("pointerdown", 11, from);
  finger("pointermove", 11, to(from, { x: 50, y: 0 }));
  finger("pointerdown", 12, other);
  finger("pointermove", 12, to(other, { x: 50, y: 50 }));
  finger("pointerup", 12, to(other, { x: 50, y: 50 }), false);
  finger("pointermove", 11, to(from, { x: 100, y: 0 }));
  finger("pointerup", 11, to(from, { x: 100, y: 0 }), false);
  await diagram.isAt("set", { x: 350, y: 400 });
  expect(diagram.positionOf("sum")).toEqual(sum);
  expect(diagram.selectedId).toBe("set");
  expect(mounted.editor.state.history.done.map(({ name }) => name)).toEqual(["Move Begin"]);
});

test("a press whose release was lost is cancelled by the next one", async () => {
  const from = diagram.middle(diagram.node("set"));
  const other = diagram.middle(diagram.node("sum"));
  finger("pointerdown", 11, from);
  finger("pointermove", 11, to(from, { x: 50, y: 0 }));
  finger("pointerdown", 11, other);
  await diagram.isAt("set", { x: 250, y: 400 });
  finger("pointerup", 11, other, false);
  // What covers the diagram during a drag took the first of these presses.
  await expect.element(page.getByCss(".cv-surface")).not.toHaveClass("is-moving");
  finger("pointerdown", 11, other);
  finger("pointerup", 11, other, false);
  await expect.poll(() => diagram.selectedId).toBe("sum");
  expect(mounted.editor.state.history.done).toEqual([]);
});
