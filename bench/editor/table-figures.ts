import type { Browser } from "playwright-core";
import { openMeasured, typeLetters, type Measured } from "./drive.ts";

/** Processor milliseconds of the main thread. */
export interface TableFigures {
  /** Per letter in a cell. */
  readonly letter: number;
  /** Per cell that is written by Enter, with a pause after it in which the flow is validated. */
  readonly cell: number;
  /** Per turn of the wheel, three rows each. */
  readonly scroll: number;
}

/** Longer than the pause after which findings are looked for. */
const pauseMillis = 350;

/** Typing and scrolling in a Decision Table of this many rows and 30 columns. */
export async function tableFigures(browser: Browser, address: string, rows: number, moves: number): Promise<TableFigures> {
  const measured = await openMeasured(browser, `${address}/bench/editor/index.html?table=${rows}`);
  const { page } = measured;
  await page.locator('[data-node="table"]').click();
  await page.getByRole("button", { name: "Open table" }).click();
  await page.getByRole("grid").waitFor();
  // Fixed wait: the first validation is part of opening.
  await page.waitForTimeout(pauseMillis * 4);

  await page.keyboard.press("F2");
  await typeLetters(measured, 20);
  const letter = await typeLetters(measured, moves);
  await page.keyboard.press("Escape");

  // Reason codes: any text is one, so that no finding comes or goes.
  await page.keyboard.press("End");
  const write = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  for (let row = 0; row < 5; row += 1) await write("A");
  const cells = Math.ceil(moves / 4);
  const cell = await each(measured, cells, async (index) => {
    await write(String.fromCodePoint(66 + (index % 20)));
    await page.waitForTimeout(pauseMillis); // Fixed wait: a person's pause between two cells.
  });

  await page.keyboard.press("Control+Home");
  await page.mouse.move(700, 500);
  const turn = async (index: number) => {
    await page.mouse.wheel(0, index % 12 < 6 ? 84 : -84);
    await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
  };
  await each(measured, 12, turn);
  const scroll = await each(measured, moves, turn);
  await measured.close();
  return { letter, cell, scroll };
}

async function each({ worked }: Measured, count: number, act: (index: number) => Promise<void>): Promise<number> {
  const before = await worked();
  for (let index = 0; index < count; index += 1) await act(index);
  return ((await worked()) - before) / count;
}
