import { newCondition, type Definition } from "@airlock/flow";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { signInAt } from "../support/sign-in-form.ts";
import { Diagram } from "./support/canvas.ts";
import { adminEmail, journey, type Stage } from "./support/journey.ts";
import { workbench } from "./support/workbench.ts";

/** A busy machine takes its time. */
const patient = { timeout: 15_000 };

interface Sentence {
  readonly says: string;
  readonly seen: (diagram: Diagram) => Promise<void>;
}

/** A solution with a node of every kind, one of its links with a condition. */
async function openDiagram({ open, admin }: Stage, name: string, definition: Definition = workbench()): Promise<Diagram> {
  const { links, ...drawn } = definition.solutionDefinition;
  const conditional = links.map((link) =>
    link.id === "l-rule" ? { ...link, label: "young", conditionFields: [{ ...newCondition(), leftHandFieldname: "f_residency" }] } : link,
  );
  const body = { name, description: "", definition: { ...definition, solutionDefinition: { ...drawn, links: conditional } } };
  const solution = await (await admin()).do("solutions.create", { body });
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  await page.goto(`/solution/${solution._embedded.webSafeString}`);
  await page.locator('[data-node="start"]').waitFor();
  return new Diagram(page);
}

/** All of them, also after one that does not hold; what each changed is undone before the next. */
async function hear(diagram: Diagram, sentences: readonly Sentence[]): Promise<void> {
  const broken: string[] = [];
  for (const { says, seen } of sentences) {
    await seen(diagram).catch((error: unknown) => broken.push(`${says}\n${error instanceof Error ? error.message : String(error)}`));
    await diagram.page.mouse.up();
    await diagram.press("Escape", "Escape");
    const undo = diagram.page.getByRole("button", { name: "Undo" }).first();
    for (let step = 0; step < 20 && (await undo.isEnabled()); step += 1) await undo.click();
    // Near again, with all of it in sight.
    await diagram.surface.focus();
    await diagram.press("Escape", "0");
    await diagram.page.locator(".cv-percent").click();
    await diagram.surface.focus();
  }
  expect(broken).toEqual([]);
}

const drawing: readonly Sentence[] = [
  {
    says: "a left menu drawer (width 240)",
    seen: async ({ page }) => {
      expect((await page.getByRole("complementary", { name: "Components" }).boundingBox())?.width).toBe(240);
    },
  },
  {
    says: "A palette allows drag-and-drop of components onto the canvas; a dropped node is placed 50 px up and left of the pointer.",
    seen: async (diagram) => {
      await diagram.drop("SetState", { x: 700, y: 150 });
      await diagram.count(diagram.nodes, 10);
      await diagram.stands("Set State", { x: 650, y: 100 });
    },
  },
  {
    says: "Grid size is 25.",
    seen: async (diagram) => {
      const from = await diagram.middle(diagram.node("set"));
      await diagram.drag(from, { x: from.x + 38, y: from.y - 61 });
      await diagram.stands("set", { x: 300, y: 350 });
      await diagram.press("ArrowRight", "ArrowDown");
      await diagram.stands("set", { x: 325, y: 375 });
    },
  },
  {
    says: "zoom in/out (step 10 per press)",
    seen: async ({ page }) => {
      const percent = page.locator(".cv-percent");
      await page.getByRole("button", { name: "Zoom out" }).click();
      expect(await percent.textContent()).toBe("90%");
      await page.getByRole("button", { name: "Zoom in" }).click();
      await page.getByRole("button", { name: "Zoom in" }).click();
      expect(await percent.textContent()).toBe("110%");
      await percent.click();
      expect(await percent.textContent()).toBe("100%");
    },
  },
  {
    says: "Node tooltips are shown.",
    seen: async (diagram) => {
      await diagram.node("bands").hover();
      const tip = diagram.page.getByRole("tooltip", { name: "" }).filter({ hasText: "Debt burden" });
      await tip.waitFor();
      expect(await tip.textContent()).toContain("Range Score");
    },
  },
  {
    says: "Every node has an in port and an out port, except End (in port only) and Start (no input).",
    seen: async (diagram) => {
      for (const [id, ports] of [
        ["start", ["out"]],
        ["rule", ["in", "out"]],
        ["end", ["in"]],
      ] as const) {
        const found = await diagram.node(id).locator("[data-port]").all();
        expect(await Promise.all(found.map((port) => port.getAttribute("data-port")))).toEqual([...ports]);
      }
    },
  },
  {
    says: "Link: width (3), curvyness (50); a link with either [field name] is drawn dashed",
    seen: async (diagram) => {
      const look = (id: string) =>
        diagram
          .link(id)
          .locator(".cv-line")
          .evaluate((line) => ({ width: getComputedStyle(line).strokeWidth, dash: getComputedStyle(line).strokeDasharray }));
      expect(await look("l-set")).toEqual({ width: "3px", dash: "none" });
      expect(await look("l-rule")).toEqual({ width: "3px", dash: "8px, 5px" });
      // From the right of Start at 150, 125 to the left of Begin at 250, 425: half of the hundred between them each way.
      expect(await diagram.link("l-set").locator(".cv-line").getAttribute("d")).toBe("M150 125C200 125 200 425 250 425");
      expect(await diagram.page.locator('.cv-pill[data-link="l-rule"]').textContent()).toBe("young");
    },
  },
  {
    says: "Links may start loose (a link let go over an empty place asks what shall stand there)",
    seen: async (diagram) => {
      await diagram.drag(
        await diagram.middle(diagram.node("prediction").locator("[data-port=out]")),
        await diagram.inWindow({ x: 700, y: 350 }),
      );
      await diagram.page.getByRole("combobox", { name: "Add a node" }).fill("calc");
      await diagram.press("Enter");
      await diagram.count(diagram.nodes, 10);
      await diagram.stands((await diagram.selected.getAttribute("data-node")) ?? "", { x: 650, y: 300 });
      await diagram.count(diagram.links, 9);
    },
  },
  {
    says: "Links keep the direction of ports, end nowhere twice and make no loop; what is refused says why",
    seen: async (diagram) => {
      await diagram.drawLink("bands", "rule");
      await diagram.told("A path leads from Minimum age to Debt burden already");
      await diagram.drawLink("rule", "start");
      await diagram.told("No link can lead into Start");
      await diagram.count(diagram.links, 8);
    },
  },
  {
    says: "A node is inserted into a link: dropped on it, or chosen after a double click",
    seen: async (diagram) => {
      const box = await diagram.inWindow({ x: 425, y: 125 });
      await diagram.page.mouse.dblclick(box.x, box.y);
      await diagram.page.getByRole("combobox", { name: "Add a node into the link" }).fill("list");
      await diagram.press("Enter");
      await diagram.count(diagram.nodes, 10);
      await diagram.count(diagram.links, 9);
    },
  },
];

const editing: readonly Sentence[] = [
  {
    says: "Delete opens a dialog titled 'Delete node?' reading 'Are you sure you want to delete {type} ({label})?' with Cancel and Delete.",
    seen: async (diagram) => {
      await diagram.node("bands").click();
      await diagram.press("Delete");
      const dialog = diagram.page.getByRole("alertdialog", { name: "Delete node?" });
      await dialog.getByText("Are you sure you want to delete Range Score (Debt burden)?", { exact: true }).waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await diagram.count(diagram.nodes, 9);
      await diagram.press("Delete");
      await dialog.getByRole("button", { name: "Delete" }).click();
      await diagram.count(diagram.nodes, 8);
    },
  },
  {
    says: "Shift+Delete deletes immediately. Node operations: delete (also removes attached links)",
    seen: async (diagram) => {
      await diagram.node("bands").click();
      await diagram.press("Shift+Delete");
      await diagram.count(diagram.nodes, 8);
      await diagram.count(diagram.links, 6);
    },
  },
  {
    says: "The Start node cannot be deleted.",
    seen: async (diagram) => {
      await diagram.node("start").click();
      await diagram.press("Delete");
      await diagram.told("Start cannot be deleted");
      await diagram.press("Shift+Delete");
      await diagram.count(diagram.nodes, 9);
    },
  },
  {
    says: "Ctrl+Z undoes and Ctrl+Y redoes. One drag is one step",
    seen: async (diagram) => {
      const from = await diagram.middle(diagram.node("set"));
      await diagram.drag(from, { x: from.x + 100, y: from.y });
      await diagram.stands("set", { x: 350, y: 400 });
      await diagram.press("Control+z");
      await diagram.stands("set", { x: 250, y: 400 });
      await diagram.press("Control+y");
      await diagram.stands("set", { x: 350, y: 400 });
    },
  },
  {
    says: "Context menu and keys: undo Ctrl+Z, redo Ctrl+Y, Delete key asks for confirmation, Shift+Delete deletes immediately.",
    seen: async (diagram) => {
      await diagram.node("sum").click({ button: "right" });
      const items = await diagram.page.getByRole("menuitem").allTextContents();
      for (const item of [
        /^Undo.*Ctrl\+Z$/,
        /^Redo.*Ctrl\+Y$/,
        /^DeleteDel$/,
        /^Delete without askingShift\+Del$/,
        /^CopyCtrl\+C$/,
        /^PasteCtrl\+V$/,
      ])
        expect(items).toEqual(expect.arrayContaining([expect.stringMatching(item)]));
      await diagram.press("Escape");
      const copy = await diagram.menuItem("start", /^Copy/);
      expect(await copy.getAttribute("aria-disabled")).toBe("true");
      expect(await copy.getAttribute("title")).toBe("Start cannot be copied: a decision begins in one place.");
    },
  },
  {
    says: "copying puts the selection on the clipboard ('Selection copied to clipboard.'); pasting ... offsets each paste by 40 pixels",
    seen: async (diagram) => {
      await diagram.node("sum").click();
      await diagram.press("Control+c");
      await diagram.told("Selection copied to clipboard.");
      await diagram.press("Control+v");
      await diagram.count(diagram.nodes, 10);
      const pasted = await diagram.selected.getAttribute("data-node");
      await diagram.stands(pasted ?? "", { x: 490, y: 140 });
      await diagram.press("Control+v");
      await diagram.count(diagram.nodes, 11);
      await diagram.stands((await diagram.selected.getAttribute("data-node")) ?? "", { x: 530, y: 180 });
    },
  },
  {
    says: "The Start node cannot be selected for copying.",
    seen: async (diagram) => {
      await diagram.node("start").click();
      await diagram.press("Control+c");
      await diagram.told("Start cannot be copied");
    },
  },
  {
    says: "Nothing to paste | 'No solution content to be pasted'",
    seen: async (diagram) => {
      await diagram.page.evaluate(() => navigator.clipboard.writeText(" "));
      await diagram.surface.focus();
      await diagram.press("Control+v");
      await diagram.told("No solution content to be pasted");
    },
  },
  {
    says: "Clipboard paste failure | 'Oops', 'Unable to paste' plus reason",
    seen: async (diagram) => {
      await diagram.page.evaluate(() => navigator.clipboard.writeText("half a poem"));
      await diagram.surface.focus();
      await diagram.press("Control+v");
      await diagram.told("Oops");
      await diagram.told("Unable to paste: the clipboard does not hold a copied selection.");
    },
  },
  {
    says: "Clipboard denied | 'No access to the clipboard allowed'",
    seen: async (diagram) => {
      await diagram.page.context().clearPermissions();
      await (await diagram.menuItem("set", /^Paste/)).click();
      await diagram.told("No access to the clipboard allowed");
      await diagram.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    },
  },
  {
    says: "Selection: selecting adds, deselecting removes, a diagram selection replaces the selected set.",
    seen: async (diagram) => {
      await diagram.node("rule").click();
      await diagram.node("sum").click({ modifiers: ["Control"] });
      await diagram.count(diagram.selected, 2);
      await diagram.node("rule").click({ modifiers: ["Control"] });
      await diagram.count(diagram.selected, 1);
      await diagram.drag(await diagram.inWindow({ x: 225, y: 175 }), await diagram.inWindow({ x: 610, y: 360 }), ["Shift"]);
      await diagram.count(diagram.selected, 4);
      await diagram.press("Control+a");
      await diagram.count(diagram.selected, 9);
    },
  },
];

const besides: readonly Sentence[] = [
  {
    says: "align, distribute and auto-layout",
    seen: async (diagram) => {
      await diagram.node("rule").click();
      await diagram.node("list").click({ modifiers: ["Control"] });
      await diagram.page.getByRole("button", { name: "Align and distribute" }).click();
      await diagram.page.getByRole("menuitem", { name: "Align left edges" }).click();
      await diagram.stands("list", { x: 250, y: 200 });
      await diagram.press("Escape");
      await diagram.page.getByRole("button", { name: "Tidy up" }).click();
      await expect.poll(async () => (await diagram.placeOf("end")).x, patient).toBeGreaterThan(1500);
    },
  },
  {
    says: "search nodes and jump (Ctrl+F, Ctrl+K)",
    seen: async (diagram) => {
      for (const keys of ["Control+f", "Control+k"]) {
        await diagram.press(keys);
        await diagram.page.getByRole("combobox", { name: "Find a node" }).fill("bureau");
        await diagram.press("Enter");
        await diagram.count(diagram.selected, 1);
        expect(await diagram.selected.getAttribute("data-node")).toBe("call");
      }
    },
  },
  {
    says: "everything doable by keyboard: add after, rename, link, walk, menu",
    seen: async (diagram) => {
      await diagram.surface.focus();
      await diagram.press("Tab", "Tab");
      expect(await diagram.selected.getAttribute("data-node")).toBe("set");
      await diagram.press("a");
      await diagram.page.getByRole("combobox", { name: "Add a node" }).fill("web");
      await diagram.press("Enter", "F2");
      await diagram.page.keyboard.type("Asked by key");
      await diagram.press("Enter");
      await diagram.node("Asked by key").waitFor();
      await diagram.press("l", "Tab", "Enter");
      await diagram.count(diagram.nodes, 10);
      await diagram.count(diagram.links, 10);
      await diagram.press("Shift+F10");
      await diagram.page.getByRole("menu").waitFor();
    },
  },
  {
    says: "a list view of the flow is an equal way to read and edit it",
    seen: async (diagram) => {
      await diagram.page.getByRole("button", { name: "Show as list" }).click();
      const rows = diagram.page.getByRole("list", { name: "Nodes in reading order" });
      await rows.getByRole("button", { name: /^Debt burden, Range Score, \d of 9\. Scores net_income in 2 bands/ }).focus();
      await diagram.press("Shift+Delete");
      await expect.poll(() => rows.getByRole("button", { name: /^Debt burden/ }).count(), patient).toBe(0);
      await rows.getByRole("button", { name: /^Affordability/ }).focus();
      await rows.getByRole("button", { name: "Link to..." }).click();
      await rows.getByRole("combobox", { name: "Link to" }).selectOption({ label: "Default risk" });
      await rows.getByRole("button", { name: "Link to Default risk" }).first().waitFor();
      await diagram.page.getByRole("button", { name: "Show as diagram" }).click();
      await diagram.count(diagram.nodes, 8);
    },
  },
  {
    says: "comments pinned to the canvas",
    seen: async (diagram) => {
      await diagram.page.getByRole("button", { name: "Add comment" }).click();
      await diagram.page.getByRole("textbox", { name: "Comment" }).fill("Ask the bureau only once");
      await diagram.press("Control+Enter");
      await diagram.page.getByText("Ask the bureau only once").waitFor();
    },
  },
  {
    says: "? lists all keys",
    seen: async (diagram) => {
      await diagram.surface.focus();
      await diagram.press("?");
      await diagram.page.getByRole("dialog", { name: "Keys of the editor" }).getByText("Delete without asking").waitFor();
    },
  },
];

journey("the diagram draws what the specification says", async (stage) => hear(await openDiagram(stage, "Drawn"), drawing));
journey("the diagram is edited as the specification says", async (stage) => hear(await openDiagram(stage, "Edited"), editing));
journey("the diagram can be arranged, searched, commented, read as a list and driven by keys", async (stage) =>
  hear(await openDiagram(stage, "Besides"), besides),
);

journey("a selection is copied from one window into another, with the fields it needs", async (stage) => {
  const from = await openDiagram(stage, "Copied from");
  await from.node("sum").click();
  await from.node("bands").click({ modifiers: ["Control"] });
  await from.press("Control+c");
  await from.told("Selection copied to clipboard.");
  const caller = await stage.admin();
  const other = await caller.do("solutions.create", { body: { name: "Copied into", description: "" } });
  const page = await from.page.context().newPage();
  await page.goto(`/solution/${other._embedded.webSafeString}`);
  const into = new Diagram(page);
  await page.locator(".cv-world [data-node]").first().waitFor();
  await page.bringToFront();
  await into.surface.focus();
  await into.press("Control+v");
  await into.count(into.nodes, 3);
  await into.count(into.links, 1);
  await page.getByRole("tab", { name: "Application data fields" }).click();
  await expect.poll(() => page.getByRole("complementary", { name: "Details" }).getByText("net_income").count(), patient).toBeGreaterThan(0);
});

journey("without the right to update the diagram can be looked at, walked and copied, not changed", async (stage) => {
  const caller = await stage.admin();
  const body = { name: "Only looked at", description: "", definition: workbench() };
  const solution = await caller.do("solutions.create", { body });
  const reader = await stage.person({ permissions: ["solutions.list"] });
  const { page } = await stage.open();
  await signInAt(page, "/admin", reader.email);
  await page.goto(`/solution/${solution._embedded.webSafeString}`);
  const diagram = new Diagram(page);
  await diagram.node("rule").waitFor();
  expect(await page.getByRole("complementary", { name: "Components" }).count()).toBe(0);
  const before = await diagram.placeOf("rule");
  const from = await diagram.middle(diagram.node("rule"));
  await diagram.drag(from, { x: from.x + 100, y: from.y });
  await diagram.press("ArrowRight", "Shift+Delete");
  await diagram.told("You may look at this solution, but not change it.");
  await diagram.stands("rule", before);
  await diagram.count(diagram.nodes, 9);
});

journey("the diagram, its menus, its fields and its list are clean for axe", async (stage) => {
  const diagram = await openDiagram(stage, "Read aloud");
  const { page } = diagram;
  const found = new Map<string, unknown>();
  const look = async (state: string): Promise<void> => {
    const violations = await violationsOf(page);
    if (violations.length > 0) found.set(state, violations);
    await diagram.press("Escape");
  };
  await diagram.node("bands").click();
  await look("a node selected");
  await diagram.node("bands").click({ button: "right" });
  await look("the menu");
  await diagram.node("bands").click();
  await diagram.press("a");
  await page.getByRole("combobox", { name: "Add a node" }).waitFor();
  await look("adding a node");
  await diagram.press("Control+f");
  await page.getByRole("combobox", { name: "Find a node" }).fill("e");
  await look("finding a node");
  await page.getByRole("button", { name: "Add comment" }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("A note");
  await look("a comment");
  await page.getByRole("button", { name: "Show as list" }).click();
  await page
    .getByRole("list", { name: "Nodes in reading order" })
    .getByRole("button", { name: /^Debt burden/ })
    .focus();
  await look("the list");
  expect(Object.fromEntries(found)).toEqual({});
});
