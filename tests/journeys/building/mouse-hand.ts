import { kinds, type DatasetField, type FlowNode } from "@airlock/flow";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { Diagram, type Place } from "../support/canvas.ts";
import { readMessage } from "../support/seen.ts";
import type { Form, Hand } from "./hand.ts";

/** Counts of what was done. */
export interface Count {
  /** Presses of the mouse button: a click is one, a drag is one, a choice from a list is two. */
  readonly presses: number;
  /** Typed or pasted texts. */
  readonly texts: number;
}

/**
 * Uses the mouse; the keyboard only for texts. The list of a native select is a window of the operating system that the driver's pointer cannot
 * reach: the choice is made directly, and counted as the two clicks that it takes.
 */
export class MouseHand implements Hand {
  readonly diagram: Diagram;
  readonly form: Form;
  private readonly adds: "drop" | "press";
  private presses = 0;
  private texts = 0;
  /** The link that came with the node that was added last. */
  private drawn = "";

  /** A component is dropped at its position, or pressed: then it follows the selection and is linked to it. */
  constructor(page: Page, adds: "drop" | "press" = "drop") {
    this.adds = adds;
    this.diagram = new Diagram(page);
    this.form = {
      addRow: (what) => this.click(this.details.getByRole("button", { name: `Add ${what}`, exact: true })),
      type: (label, text) => this.write(this.field(label), text),
      choose: (label, option) => this.choose(this.field(label), option),
      press: (label) => this.click(this.pressable(label)),
      fillTable: async (what, rows) => {
        await this.click(this.details.getByRole("button", { name: "Paste table" }));
        await this.give(rows.map((row) => row.join("\t")).join("\n"));
        await this.click(page.getByRole("button", { name: new RegExp(`^Paste ${rows.length} ${what}`) }));
      },
    };
  }

  get count(): Count {
    return { presses: this.presses, texts: this.texts };
  }

  get page(): Page {
    return this.diagram.page;
  }

  async addFields(origin: "application" | "runtime", fields: readonly DatasetField[]): Promise<void> {
    await this.click(this.details.getByRole("tab", { name: `${origin === "application" ? "Application" : "Runtime"} data fields` }));
    await this.click(this.details.getByRole("button", { name: "Add field" }));
    await this.give(fields.map((field) => [field.name, field.type, field.required ? "required" : ""].join("\t")).join("\n"));
    await this.details.getByRole("button", { name: `Rename ${fields.at(-1)?.name ?? ""}` }).waitFor();
  }

  /** Pans the canvas to move Start to the upper left, so that there is room for the rest. */
  async makeRoom(zoomOuts: number): Promise<void> {
    const { diagram, page } = this;
    for (let press = 0; press < zoomOuts; press += 1) await this.click(page.getByRole("button", { name: "Zoom out" }));
    const start = await diagram.middle(diagram.node("Start"));
    const corner = await diagram.surface.boundingBox();
    if (corner === null) throw new Error("There is no canvas.");
    const grip = { x: start.x + 60, y: start.y + 60 };
    await this.drag(grip, { x: grip.x + corner.x + 30 - start.x, y: grip.y + corner.y + 100 - start.y });
  }

  async addAfter(source: string, node: FlowNode, isBeside: boolean): Promise<void> {
    const { diagram } = this;
    // A pressed component is inserted into the plain link of the selected node; otherwise it is dropped.
    if (this.adds === "drop" || isBeside) await this.drop(node);
    else {
      await this.select(source);
      await this.click(diagram.component(node.type));
      this.drawn = `${source} to ${node.label}`;
    }
    // The editor waits for its name.
    await eventually("the name to be asked for", async () => ((await hasFocus(this.field("Name"))) ? true : undefined));
    await this.write(this.field("Name"), node.label);
    await diagram.node(node.label).waitFor();
  }

  /** From the palette to its position in the example; its link is drawn next. */
  private async drop(node: FlowNode): Promise<void> {
    const { diagram } = this;
    const start = await diagram.placeOf("Start");
    // The examples' Start is at 50, 50. Slightly closer together, everything is visible next to the panels.
    const at = { x: start.x + Math.round(((node.x - 50) * 0.9) / 25) * 25, y: start.y + node.y - 50 };
    // A dropped component is placed 50 up and left of the pointer.
    await this.drag(await diagram.middle(diagram.component(node.type)), await diagram.inWindow({ x: at.x + 50, y: at.y + 50 }));
    await diagram.stands(kinds[node.type].defaultLabel, at);
  }

  async link(source: string, target: string): Promise<void> {
    if (this.drawn === `${source} to ${target}`) return;
    const { diagram } = this;
    const links = await diagram.links.count();
    await this.bringIntoSight(source, target);
    await this.drag(await diagram.middle(diagram.node(source).locator("[data-port=out]")), await diagram.middle(diagram.node(target)));
    await diagram.count(diagram.links, links + 1);
  }

  /** A link is selected when it is drawn; one that came with its node is in the list of its source's links. */
  async openLink(source: string, target: string): Promise<void> {
    if (this.drawn === `${source} to ${target}`) {
      await this.select(source);
      await this.click(this.details.getByRole("region", { name: "Leads to" }).getByRole("button", { name: target }).first());
    }
    await this.details.getByRole("heading", { name: `${source} to ${target}` }).waitFor();
  }

  private async select(label: string): Promise<void> {
    const isSelected = (await this.diagram.selected.filter({ hasText: label }).count()) > 0;
    if (isSelected) return;
    await this.bringIntoSight(label);
    await this.click(this.diagram.node(label));
  }

  /** Fit, if one of them is outside the visible canvas, or hidden. */
  private async bringIntoSight(...labels: readonly string[]): Promise<void> {
    const areSeen = await Promise.all(
      labels.map(async (label) => {
        const node = this.diagram.node(label);
        if ((await node.count()) === 0) return false;
        return node.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return [left + 4, right - 2].every((x) => element.contains(document.elementFromPoint(x, (top + bottom) / 2)));
        });
      }),
    );
    if (areSeen.includes(false)) await this.click(this.page.getByRole("button", { name: "Fit to screen" }));
  }

  async save(): Promise<void> {
    await this.click(this.page.getByRole("button", { name: "Save", exact: true }));
    await readMessage(this.page, "Solution saved");
  }

  private get details(): Locator {
    return this.page.getByRole("complementary", { name: "Details" });
  }

  private field(label: string): Locator {
    return this.details.getByLabel(label, { exact: true });
  }

  /** A button by its name, one of a group by the group's name and its own, or a checkbox. */
  private pressable(label: string): Locator {
    const [, group, own = ""] = /^(.* is joined by) (.*)$/.exec(label) ?? [];
    if (group !== undefined) return this.details.getByRole("group", { name: group }).getByRole("button", { name: own });
    return this.details.getByRole("checkbox", { name: new RegExp(`^${label}`) });
  }

  private async click(target: Locator): Promise<void> {
    this.presses += 1;
    await target.click();
  }

  private async drag(from: Place, to: Place): Promise<void> {
    this.presses += 1;
    await this.diagram.drag(from, to);
  }

  private async choose(select: Locator, option: string): Promise<void> {
    this.presses += 2;
    await select.selectOption({ label: option });
  }

  /** Into a field that is clicked first, unless it already has the focus. */
  private async write(field: Locator, text: string): Promise<void> {
    if (!(await hasFocus(field))) await this.click(field);
    await this.page.keyboard.type(text);
    this.texts += 1;
  }

  /** Into the focused element. */
  private async give(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press("Control+v");
    this.texts += 1;
  }
}

function hasFocus(field: Locator): Promise<boolean> {
  return field.evaluate((element) => element === document.activeElement);
}
