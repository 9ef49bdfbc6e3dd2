import type { Locator, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The diagram of an open solution, by mouse and keyboard. */
export class Diagram {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get surface(): Locator {
    return this.page.getByRole("application", { name: "Diagram" });
  }

  /** By its id if known, otherwise by its name. */
  node(idOrName: string): Locator {
    const { page } = this;
    return page
      .locator(`[data-node="${idOrName}"]`)
      .or(page.locator("[data-node]").filter({ hasText: idOrName }))
      .first();
  }

  component(kind: string): Locator {
    return this.page.getByRole("complementary", { name: "Components" }).locator(`[data-kind="${kind}"]`);
  }

  get links(): Locator {
    return this.page.locator(".cv-world .cv-link[data-link]");
  }

  get selected(): Locator {
    return this.page.locator(".cv-world .cv-node.is-selected");
  }

  /** The window position of a diagram position. */
  async inWindow({ x, y }: Place): Promise<Place> {
    return this.page.evaluate(
      ([left, top]) => {
        const sheet = document.querySelector(".cv-world");
        const surface = document.querySelector(".cv-surface")?.getBoundingClientRect();
        if (sheet === null || surface === undefined) throw new Error("There is no diagram.");
        const point = new DOMPoint(left, top).matrixTransform(new DOMMatrix(getComputedStyle(sheet).transform));
        return { x: surface.left + point.x, y: surface.top + point.y };
      },
      [x, y],
    );
  }

  /** The position of a node in the diagram. */
  async placeOf(idOrName: string): Promise<Place> {
    return this.node(idOrName).evaluate((element) => {
      const { left, top } = (element as HTMLElement).style;
      return { x: Number.parseFloat(left), y: Number.parseFloat(top) };
    });
  }

  async stands(idOrName: string, { x, y }: Place): Promise<void> {
    await eventually(`${idOrName} to stand at ${x}, ${y}`, async () => {
      const place = await this.placeOf(idOrName);
      return place.x === x && place.y === y ? true : undefined;
    });
  }

  async count(of: Locator, many: number): Promise<void> {
    await eventually(`${many} of ${String(of)}`, async () => ((await of.count()) === many ? true : undefined));
  }

  /** Presses, moves and releases, like a user. */
  async drag(from: Place, to: Place, keys: readonly string[] = []): Promise<void> {
    const { mouse, keyboard } = this.page;
    for (const key of keys) await keyboard.down(key);
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await mouse.move(to.x, to.y, { steps: 3 });
    await mouse.up();
    for (const key of keys) await keyboard.up(key);
  }

  async middle(of: Locator): Promise<Place> {
    const box = await of.boundingBox();
    if (box === null) throw new Error("It cannot be seen.");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }
}
