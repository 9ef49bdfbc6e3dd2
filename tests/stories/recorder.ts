import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { narrow, wide } from "../support/browser.ts";

/** Seconds of the keystroke-level model (Card, Moran and Newell) for an average typist. */
const model = { key: 0.28, point: 1.1, press: 0.2, hand: 0.4, think: 1.35 } as const;

export interface Step {
  readonly name: string;
  presses: number;
  /** Fields typed or pasted into. */
  texts: number;
  characters: number;
  /** Time that a user spends on thinking, pointing and typing. */
  personSeconds: number;
  /** Time of the product, the browser and its driver: an upper bound of a user's waiting time. */
  waitSeconds: number;
}

export interface Check {
  readonly what: string;
  readonly expected: unknown;
  readonly found: unknown;
}

export interface RecorderOptions {
  readonly story: string;
  /** The folder of the pictures. */
  readonly folder: string;
  /** Also takes each picture narrow and dark. */
  readonly allLooks: boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Uses a page like a user, by pointer and keys, and counts the actions. */
export class Recorder {
  readonly steps: Step[] = [];
  readonly checks: Check[] = [];
  private readonly options: RecorderOptions;
  private current: Page;
  private isHandOnMouse = true;
  /** Time spent on pictures, which does not count as waiting. */
  private pausedMillis = 0;

  constructor(page: Page, options: RecorderOptions) {
    this.current = page;
    this.options = options;
  }

  get page(): Page {
    return this.current;
  }

  /** Continues in a window that has just opened. */
  turnTo(page: Page): void {
    this.current = page;
  }

  /** Returns to an open window, by its tab. */
  async goBackTo(page: Page): Promise<void> {
    this.pointed(1);
    this.current = page;
    await page.bringToFront();
  }

  async step(name: string, work: () => Promise<void>): Promise<void> {
    const step: Step = { name, presses: 0, texts: 0, characters: 0, personSeconds: 0, waitSeconds: 0 };
    this.steps.push(step);
    const paused = this.pausedMillis;
    const begun = performance.now();
    try {
      await work();
    } finally {
      step.waitSeconds = (performance.now() - begun - (this.pausedMillis - paused)) / 1000;
      await this.photograph(name);
    }
  }

  async click(target: Locator): Promise<void> {
    this.pointed(1);
    await target.click({ timeout: 20_000 });
  }

  /** Replaces the field's text. A focused field is not clicked first. */
  async type(field: Locator, text: string): Promise<void> {
    await this.enter(field);
    this.counted({ texts: 1, characters: text.length }, text.length * model.key);
    await this.page.keyboard.type(text);
  }

  /** Pastes over the field's text; copying happened elsewhere. */
  async paste(field: Locator, text: string): Promise<void> {
    await this.enter(field);
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    this.counted({ texts: 1, presses: 1 }, 2 * model.key);
    await this.page.keyboard.press("ControlOrMeta+v");
  }

  /** A command key. Enter and Tab end typing and need no thinking time. */
  async press(key: string): Promise<void> {
    this.toKeyboard();
    const isObvious = key === "Enter" || key === "Tab";
    this.counted({ presses: 1 }, key.split("+").length * model.key + (isObvious ? 0 : model.think));
    await this.page.keyboard.press(key);
  }

  /** An option of a list: opens it and points at the option. The list of a native select is a window that the driver cannot reach. */
  async choose(list: Locator, option: string | RegExp): Promise<void> {
    if ((await list.evaluate((element) => element.tagName)) === "SELECT") {
      this.pointed(1);
      this.pointed(1, false);
      const texts = await list.locator("option").allInnerTexts();
      const label = texts.find((text) => (typeof option === "string" ? text === option : option.test(text)));
      if (label === undefined) throw new Error(`${String(option)} is not one of ${texts.join(", ")}.`);
      await list.selectOption({ label });
      return;
    }
    await this.click(list);
    this.pointed(1, false);
    await this.page.getByRole("option", { name: option, exact: typeof option === "string" }).click();
  }

  async drag(from: Locator | Point, to: Locator | Point): Promise<void> {
    const [start, end] = [await middleOf(from), await middleOf(to)];
    this.pointed(2);
    const { mouse } = this.page;
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
    await mouse.move(end.x, end.y, { steps: 4 });
    await mouse.up();
  }

  /** A file chosen in the dialog of the operating system: one click opens it, two choose the file. */
  async upload(button: Locator, file: { readonly name: string; readonly text: string }): Promise<void> {
    const choosing = this.page.waitForEvent("filechooser");
    await this.click(button);
    this.pointed(1);
    this.pointed(1, false);
    await (await choosing).setFiles({ name: file.name, mimeType: "text/csv", buffer: Buffer.from(file.text) });
  }

  /** Work in another program, such as a terminal. */
  outside({ presses, thoughts }: { readonly presses: number; readonly thoughts: number }): void {
    this.toKeyboard();
    this.counted({ presses }, presses * 2 * model.key + thoughts * model.think);
  }

  /** Waits until it is visible and reads it. */
  async read(target: Locator, timeout = 60_000): Promise<string> {
    await target.waitFor({ timeout });
    this.counted({}, model.think);
    return target.innerText();
  }

  check(what: string, found: unknown, expected: unknown): void {
    this.checks.push({ what, found, expected });
  }

  /** Puts the cursor into a field, with all of its text selected. */
  private async enter(field: Locator): Promise<void> {
    await field.waitFor();
    const hasFocus = () => field.evaluate((element) => element === element.ownerDocument.activeElement);
    if (await hasFocus()) this.counted({}, model.think);
    else await this.click(field);
    this.toKeyboard();
    const isReplaced = await field.evaluate((element) => {
      const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      if (!isText || element.value === "") return true;
      return element.selectionStart === 0 && element.selectionEnd === element.value.length;
    });
    if (isReplaced) return;
    this.counted({ presses: 1 }, 2 * model.key);
    await this.page.keyboard.press("ControlOrMeta+a");
  }

  /** The second press of a choice needs no thinking time. */
  private pointed(points: number, isThought = true): void {
    if (!this.isHandOnMouse) this.counted({}, model.hand);
    this.isHandOnMouse = true;
    this.counted({ presses: 1 }, (isThought ? model.think : 0) + points * model.point + model.press);
  }

  private toKeyboard(): void {
    if (this.isHandOnMouse) this.counted({}, model.hand);
    this.isHandOnMouse = false;
  }

  private counted(more: { presses?: number; texts?: number; characters?: number }, seconds: number): void {
    const step = this.steps.at(-1);
    if (step === undefined) throw new Error("Everything that is done belongs to a step.");
    step.presses += more.presses ?? 0;
    step.texts += more.texts ?? 0;
    step.characters += more.characters ?? 0;
    step.personSeconds += seconds;
  }

  private async photograph(name: string): Promise<void> {
    const begun = performance.now();
    const { story, folder, allLooks } = this.options;
    await mkdir(folder, { recursive: true });
    const file = `${story}-${String(this.steps.length).padStart(2, "0")}-${name.toLowerCase().replaceAll(/\W+/g, "-")}`;
    const { page } = this;
    const shoot = (look: string) =>
      page.screenshot({ path: join(folder, `${file}${look}.png`), timeout: 15_000, animations: "disabled" }).catch(() => undefined);
    await shoot("");
    if (allLooks) {
      await page.emulateMedia({ colorScheme: "dark" });
      await shoot("-dark");
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize(narrow);
      await shoot("-narrow");
      await page.setViewportSize(wide);
    }
    this.pausedMillis += performance.now() - begun;
  }
}

async function middleOf(target: Locator | Point): Promise<Point> {
  if ("x" in target) return target;
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target.toString()} cannot be seen.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
