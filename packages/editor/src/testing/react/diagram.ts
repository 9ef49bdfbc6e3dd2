import { expect } from "vitest";
import { page, type Locator } from "vitest/browser";
import { drag, type Point } from "./input.ts";
import "./seen.ts";

/** The mounted diagram, driven by pointer and keys. Points are coordinates of the diagram unless `inWindow` converted them. */
export class Diagram {
  get surface(): Locator {
    return page.getByRole("application", { name: "Diagram" });
  }

  /** By its id if known, else by its name. */
  node(idOrName: string): Locator {
    return page
      .getByCss(`[data-node="${idOrName}"]`)
      .or(page.getByCss("[data-node]").filter({ hasText: idOrName }))
      .first();
  }

  link(id: string): Locator {
    return page.getByCss(`.cv-link[data-link="${id}"]`);
  }

  component(kind: string): Locator {
    return page.getByRole("complementary", { name: "Components" }).getByCss(`[data-kind="${kind}"]`);
  }

  get nodes(): Locator {
    return page.getByCss(".cv-world [data-node]");
  }

  get links(): Locator {
    return page.getByCss(".cv-world .cv-link[data-link]");
  }

  get selected(): Locator {
    return page.getByCss(".cv-world .cv-node.is-selected");
  }

  get selectedId(): string {
    return this.selected.element().getAttribute("data-node") ?? "";
  }

  inWindow({ x, y }: Point): Point {
    const world = page.getByCss(".cv-world").element();
    const { left, top } = page.getByCss(".cv-surface").element().getBoundingClientRect();
    const point = new DOMPoint(x, y).matrixTransform(new DOMMatrix(getComputedStyle(world).transform));
    return { x: left + point.x, y: top + point.y };
  }

  positionOf(idOrName: string): Point {
    const { left, top } = this.node(idOrName).element().style;
    return { x: Number.parseFloat(left), y: Number.parseFloat(top) };
  }

  async isAt(idOrName: string, point: Point): Promise<void> {
    await expect.poll(() => this.positionOf(idOrName)).toEqual(point);
  }

  middle(of: Locator): Point {
    const { x, y, width, height } = of.element().getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }

  async drop(kind: string, at: Point): Promise<void> {
    await drag(this.middle(this.component(kind)), this.inWindow(at));
  }

  async drawLink(from: string, to: string): Promise<void> {
    await drag(this.middle(this.node(from).getByCss("[data-port=out]")), this.middle(this.node(to)));
  }

  /** Opens the menu of a node and returns one of its items. */
  async menuItem(idOrName: string, item: string | RegExp): Promise<Locator> {
    await this.node(idOrName).click({ button: "right" });
    return page.getByRole("menuitem", { name: item });
  }

  focus(): void {
    this.surface.element().focus();
  }
}

/** What the editor reports to the page, such as why it refuses something. */
export async function notified(text: string): Promise<void> {
  await expect.poll(() => page.getByRole("region", { name: "Messages" }).element().textContent).toContain(text);
}
