import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Diagram, notified } from "../../testing/react/diagram.ts";
import { doubleClickAt, drag, press } from "../../testing/react/input.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { counted, gone, seen } from "../../testing/react/seen.ts";
import { workbenchWithCondition } from "../../testing/workbench.ts";

const diagram = new Diagram();

beforeEach(async () => {
  await mountEditor(workbenchWithCondition());
});

test("a left menu drawer (width 240)", async () => {
  expect(page.getByRole("complementary", { name: "Components" }).element().getBoundingClientRect().width).toBe(240);
});

test("A palette allows drag-and-drop of components onto the canvas; a dropped node is placed 50 px up and left of the pointer.", async () => {
  await diagram.drop("SetState", { x: 700, y: 150 });
  await counted(diagram.nodes, 10);
  await diagram.isAt("Set State", { x: 650, y: 100 });
});

test("Grid size is 25.", async () => {
  const from = diagram.middle(diagram.node("set"));
  await drag(from, { x: from.x + 38, y: from.y - 61 });
  await diagram.isAt("set", { x: 300, y: 350 });
  await press("ArrowRight", "ArrowDown");
  await diagram.isAt("set", { x: 325, y: 375 });
});

test("zoom in/out (step 10 per press)", async () => {
  const percent = page.getByCss(".cv-percent");
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect.element(percent).toHaveTextContent("90%");
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.element(percent).toHaveTextContent("110%");
  await percent.click();
  await expect.element(percent).toHaveTextContent("100%");
});

test("Node tooltips are shown.", async () => {
  await diagram.node("bands").hover();
  const tip = page.getByRole("tooltip").filter({ hasText: "Debt burden" });
  await seen(tip);
  expect(tip.element().textContent).toContain("Range Score");
});

test("Every node has an in port and an out port, except End (in port only) and Start (no input).", async () => {
  for (const [id, ports] of [
    ["start", ["out"]],
    ["rule", ["in", "out"]],
    ["end", ["in"]],
  ] as const) {
    const found = diagram.node(id).getByCss("[data-port]").elements();
    expect(found.map((port) => port.getAttribute("data-port"))).toEqual([...ports]);
  }
});

test("Link: width (3), curvyness (50); a link with either [field name] is drawn dashed", async () => {
  const look = (id: string) => {
    const { strokeWidth, strokeDasharray } = getComputedStyle(diagram.link(id).getByCss(".cv-line").element());
    return { width: strokeWidth, dash: strokeDasharray };
  };
  expect(look("l-set")).toEqual({ width: "3px", dash: "none" });
  expect(look("l-rule")).toEqual({ width: "3px", dash: "8px, 5px" });
  // From the right of Start at 150, 125 to the left of Begin at 250, 425: half of the hundred between them each way.
  expect(diagram.link("l-set").getByCss(".cv-line").element().getAttribute("d")).toBe("M150 125C200 125 200 425 250 425");
  expect(page.getByCss('.cv-pill[data-link="l-rule"]').element().textContent).toBe("young");
});

test("Links may start loose (a link released over empty canvas offers the nodes to add)", async () => {
  await drag(diagram.middle(diagram.node("prediction").getByCss("[data-port=out]")), diagram.inWindow({ x: 700, y: 350 }));
  await page.getByRole("combobox", { name: "Add a node" }).fill("calc");
  await press("Enter");
  await counted(diagram.nodes, 10);
  await diagram.isAt(diagram.selectedId, { x: 650, y: 300 });
  await counted(diagram.links, 9);
});

test("Links keep the direction of ports, end nowhere twice and make no loop; what is refused says why", async () => {
  await diagram.drawLink("bands", "rule");
  await notified("A path leads from Minimum age to Debt burden already");
  await diagram.drawLink("rule", "start");
  await notified("No link can lead into Start");
  await counted(diagram.links, 8);
});

test("A node is inserted into a link: dropped on it, or chosen after a double click", async () => {
  await doubleClickAt(diagram.inWindow({ x: 425, y: 125 }));
  await page.getByRole("combobox", { name: "Add a node into the link" }).fill("list");
  await press("Enter");
  await counted(diagram.nodes, 10);
  await counted(diagram.links, 9);
});

test("a link that is dragged across an already linked node can be dropped on empty canvas", async () => {
  await drag(diagram.middle(diagram.node("rule").getByCss("[data-port=out]")), diagram.inWindow({ x: 700, y: 150 }));
  await seen(page.getByRole("combobox", { name: "Add a node" }));
});

test("a refused target is marked and the reason is beside the pointer", async () => {
  const to = diagram.middle(diagram.node("rule"));
  await userEvent.pointer([
    { coords: diagram.middle(diagram.node("bands").getByCss("[data-port=out]")) },
    "[MouseLeft>]",
    { coords: { x: to.x + 40, y: to.y } },
    { coords: to },
  ]);
  await seen(page.getByCss(".cv-target.is-refused"));
  const hint = page.getByCss(".cv-hint");
  expect(hint.element().textContent).toContain("A path leads from Minimum age to Debt burden already");
  await expect
    .poll(() => {
      const { left, top } = hint.element().getBoundingClientRect();
      return [left - to.x, top - to.y];
    })
    .toEqual([expect.closeTo(16), expect.closeTo(20)]);
  await userEvent.pointer("[/MouseLeft]");
});

test("L shows which keys to press", async () => {
  await diagram.node("bands").click();
  await press("l");
  const hint = page.getByCss(".cv-hint");
  await expect.element(hint).toHaveTextContent("Link from Debt burden: press Tab to choose a node, Esc to cancel.");
  await press("Tab");
  await expect.poll(() => hint.element().textContent).toMatch(/^To Bureau report: press Enter to link/);
  await press("Escape");
  await gone(hint);
});

test("no tooltip of the source is left after a link was drawn", async () => {
  await diagram.node("bands").hover();
  await seen(page.getByRole("tooltip"));
  await diagram.drawLink("bands", "call");
  await counted(diagram.links, 9);
  expect(page.getByRole("tooltip").filter({ hasText: "Debt burden" }).elements()).toEqual([]);
});
