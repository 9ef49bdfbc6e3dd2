import { kinds, type DatasetField, type FlowNode } from "@airlock/flow";
import type { Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { Diagram } from "../support/canvas.ts";
import { readMessage } from "../support/seen.ts";
import type { Form, Hand } from "./hand.ts";

/** Uses the keyboard only: the pointer is never moved. */
export class KeyHand implements Hand {
  readonly diagram: Diagram;
  readonly form: Form;
  private presses = 0;
  private drawn = "";

  constructor(page: Page) {
    this.diagram = new Diagram(page);
    this.form = {
      addRow: (what) => this.addRow(what),
      type: async (label, text) => {
        await this.reach(label);
        await this.write(text);
      },
      choose: (label, option) => this.choose(label, option),
      press: async (label) => {
        await this.reach(label);
        await this.press("Space");
      },
      fillTable: (what, rows) => this.fillTable(what, rows),
    };
  }

  /** The number of pressed keys; a text counts as one. */
  get count(): number {
    return this.presses;
  }

  private get page(): Page {
    return this.diagram.page;
  }

  /** D or R opens the fields; Enter adds one and waits for the next, with the type and the tick of the previous one. */
  async addFields(origin: "application" | "runtime", fields: readonly DatasetField[]): Promise<void> {
    await this.press(origin === "application" ? "d" : "r");
    await this.atControl("Add field");
    await this.press("Enter");
    let before: Pick<DatasetField, "type" | "required"> = { type: "String", required: false };
    for (const field of fields) {
      await this.atControl("Name of the new field");
      await this.write(field.name);
      if (field.type !== before.type) await this.choose("Field type of the new field", field.type);
      if (field.required !== before.required) await this.form.press("The new field is required");
      await this.reach("Name of the new field");
      await this.press("Enter");
      before = field;
    }
    await this.press("Escape");
    await this.atControl("Add field");
    await this.press("Escape");
  }

  async addAfter(source: string, node: FlowNode, isBeside: boolean): Promise<void> {
    await this.goTo(source);
    await this.press(isBeside ? "Shift+A" : "a");
    await this.page.getByRole("combobox", { name: "Add a node" }).waitFor();
    await this.write(kinds[node.type].typeLabel);
    await this.press("Enter", "Enter");
    await this.atControl("Name");
    await this.write(node.label);
    await this.diagram.node(node.label).waitFor();
    this.drawn = `${source} to ${node.label}`;
  }

  /** L, then Tab to the node. */
  async link(source: string, target: string): Promise<void> {
    if (this.drawn === `${source} to ${target}`) return;
    await this.goTo(source);
    await this.press("l");
    for (let spoken = ""; spoken !== `To ${target}?`; spoken = (await this.page.locator(".cv-room > output").textContent()) ?? "")
      await this.press("Tab");
    await this.press("Enter");
  }

  /** A link that L drew is selected; one that came with its node is reached back from it. */
  async openLink(source: string, target: string): Promise<void> {
    if (this.drawn === `${source} to ${target}`) {
      await this.goTo(target);
      await this.press("Alt+ArrowLeft");
    }
    await this.press("Enter");
    await this.atControl("Label");
  }

  async save(): Promise<void> {
    await this.press("Escape", "t", "Control+s");
    await readMessage(this.page, "Solution saved");
  }

  /** Ctrl+F, also while typing in a panel. */
  private async goTo(label: string): Promise<void> {
    await this.press("Control+f");
    await this.page.getByRole("combobox", { name: "Find a node" }).waitFor();
    await this.write(label);
    await this.press("Enter");
    await this.diagram.count(this.diagram.selected, 1);
  }

  /** By its button if the list is empty; after that Alt+Enter in the list. */
  private async addRow(what: string): Promise<void> {
    const isInList = await this.page.evaluate(
      (add) => document.activeElement?.closest("section")?.querySelector("[data-add]")?.textContent?.includes(add) === true,
      `Add ${what}`,
    );
    const rows = await this.page
      .locator(":focus")
      .evaluateAll(([focus]) => focus?.closest("section")?.querySelectorAll("[data-row]").length);
    if (isInList && rows !== 0) return this.press("Alt+Enter");
    await this.reach(`Add ${what}`);
    await this.press("Enter");
  }

  /** Enter in the last cell adds the next row; the focus starts in the first cell to fill. */
  private async fillTable(what: "band" | "value", rows: readonly (readonly string[])[]): Promise<void> {
    const title = what === "band" ? "Band" : "Value";
    const columns = what === "band" ? ["from", "to", "points", "reason code"] : ["text", "points", "reason code"];
    await this.addRow(what);
    for (const [index, row] of rows.entries()) {
      if (index > 0) await this.press("Enter");
      await this.atControl(`${title} ${index + 1} `);
      for (const [column, text] of row.entries()) {
        const label = `${title} ${index + 1} ${columns[column] ?? ""}`;
        if (text === "" || (await this.holds(label)) === text) continue;
        await this.reach(label);
        await this.write(text);
      }
    }
  }

  /** By its first letter, then by the arrows: if a further letter came a second late, the search would start again. */
  private async choose(label: string, option: string): Promise<void> {
    await this.reach(label);
    if ((await this.page.evaluate(stepsTo, option)) !== 0) await this.write(option.slice(0, 1));
    const steps = await this.page.evaluate(stepsTo, option);
    for (let step = 0; step < Math.abs(steps); step += 1) await this.press(steps < 0 ? "ArrowUp" : "ArrowDown");
    await eventually(`${label} to be ${option}`, async () => ((await this.page.evaluate(stepsTo, option)) === 0 ? true : undefined));
  }

  /** Tab, or Shift+Tab if it is before the focused element, until it has the focus. */
  private async reach(label: string): Promise<void> {
    for (let press = 0; press < 80; press += 1) {
      const way = await this.page.evaluate(wayTo, label);
      if (way === "here") return;
      await this.press(way === "back" ? "Shift+Tab" : "Tab");
    }
    throw new Error(`Tab does not reach ${label}.`);
  }

  /** The editor has already moved the focus here. */
  private async atControl(label: string): Promise<void> {
    await eventually(`the focus to be at ${label}`, async () => {
      const name = await this.page.evaluate(nameOfFocus);
      return name === label || (label.endsWith(" ") && name.startsWith(label)) ? true : undefined;
    });
  }

  private async holds(label: string): Promise<string> {
    return this.page.getByRole("complementary", { name: "Details" }).getByLabel(label, { exact: true }).inputValue();
  }

  private async press(...keys: readonly string[]): Promise<void> {
    this.presses += keys.length;
    await this.diagram.press(...keys);
  }

  private async write(text: string): Promise<void> {
    this.presses += 1;
    await this.page.keyboard.type(text);
  }
}

function nameOfFocus(): string {
  const focus = document.activeElement;
  if (focus === null) return "";
  const labels =
    focus instanceof HTMLInputElement || focus instanceof HTMLTextAreaElement || focus instanceof HTMLSelectElement ? focus.labels : null;
  return focus.getAttribute("aria-label") ?? labels?.[0]?.textContent?.trim() ?? focus.textContent?.trim() ?? "";
}

/** The distance of an option from the chosen one; negative if it is above. */
function stepsTo(option: string): number {
  const select = document.activeElement;
  if (!(select instanceof HTMLSelectElement)) throw new Error("The focus is at no select.");
  const options = [...select.options].filter(({ disabled }) => !disabled);
  const wanted = options.findIndex(({ text }) => text === option);
  if (wanted === -1) throw new Error(`There is no ${option}.`);
  return wanted - options.findIndex(({ selected }) => selected);
}

/** Whether a control of the panel has the focus, or is before or after the focused element. */
function wayTo(label: string): "here" | "back" | "on" {
  const group = /^(.* is joined by) (.*)$/.exec(label);
  const panel = document.querySelector("aside[aria-label=Details]");
  const nameOf = (element: Element): string => {
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
        ? element.labels
        : null;
    return element.getAttribute("aria-label") ?? labels?.[0]?.textContent?.trim() ?? element.textContent?.trim() ?? "";
  };
  const within = group === null ? panel : (panel?.querySelector(`[aria-label="${group[1] ?? ""}"]`) ?? null);
  const wanted = group?.[2] ?? label;
  const controls = [...(within?.querySelectorAll("button, input, select, textarea") ?? [])];
  const target = controls.find((element) => nameOf(element) === wanted) ?? controls.find((element) => nameOf(element).startsWith(wanted));
  const focus = document.activeElement;
  if (target === undefined || focus === null) throw new Error(`There is no ${label}.`);
  if (target === focus) return "here";
  return (focus.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING) === 0 ? "on" : "back";
}
