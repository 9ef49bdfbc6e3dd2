import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { AddressInfo } from "node:net";
import type { Browser, CDPSession, Page } from "playwright-core";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Serves the built page. */
export async function serve(folder: string): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    readFile(join(folder, path)).then(
      (body) => response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on TCP has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return { server, address: `http://127.0.0.1:${port}` };
}

/** A page whose main thread is measured by processor time, so that other load on the machine does not count. */
export interface Measured {
  readonly page: Page;
  /** Processor time of the main thread since it began, in milliseconds. */
  readonly worked: () => Promise<number>;
  readonly close: () => Promise<void>;
}

export async function openMeasured(browser: Browser, url: string): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find((metric) => metric.name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  };
  await page.goto(url);
  await page.waitForFunction(() => document.body.dataset["ready"] !== undefined);
  return { page, worked, close: () => context.close() };
}

/** Two frames later, when the main thread is idle. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)));
      }),
  );
}

/** The centre of a node: of its element, or of its position on the canvas if it is too far away to have one. */
async function placeOf(page: Page, selector: string): Promise<{ readonly x: number; readonly y: number }> {
  const box = (await page.locator(selector).count()) > 0 ? await page.locator(selector).boundingBox() : null;
  if (box !== null) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return page.evaluate(() => {
    const sheet = document.querySelector(".cv-world");
    const surface = document.querySelector(".cv-surface")?.getBoundingClientRect();
    if (sheet === null || surface === undefined) throw new Error("There is no canvas.");
    // n42 is at 500, 125 and has a size of 150 by 50.
    const place = new DOMPoint(575, 150).matrixTransform(new DOMMatrix(getComputedStyle(sheet).transform));
    return { x: surface.left + place.x, y: surface.top + place.y };
  });
}

/** Processor milliseconds per move of a drag back and forth. */
export async function dragMoves({ page, worked }: Measured, selector: string, moves: number): Promise<number> {
  const { x, y } = await placeOf(page, selector);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 30);
  await settled(page);
  const before = await worked();
  for (let move = 0; move < moves; move += 1) {
    const by = 30 * (1 + (move % 8));
    await page.mouse.move(x + by, y + (move % 2 === 0 ? by : by / 2));
  }
  const after = await worked();
  await page.mouse.move(x, y);
  await page.mouse.up();
  await settled(page);
  return (after - before) / moves;
}

/** Processor milliseconds per letter typed into a field. */
export async function typeLetters({ page, worked }: Measured, letters: number): Promise<number> {
  const before = await worked();
  for (let letter = 0; letter < letters; letter += 1) await page.keyboard.type("abcdefghij"[letter % 10] ?? "a");
  return ((await worked()) - before) / letters;
}
