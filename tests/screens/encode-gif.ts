import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import type * as modernGif from "modern-gif";
import type { Viewport } from "../support/browser.ts";

export interface Frame {
  readonly png: Buffer;
  readonly millis: number;
}

/** In the browser, which decodes the pictures. */
export async function encodeGif(browser: Browser, { width, height }: Viewport, frames: readonly Frame[]): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    await page.addScriptTag({ path: fileURLToPath(import.meta.resolve("modern-gif").replace(/[^/]+$/, "index.js")) });
    const given = frames.map(({ png, millis }) => ({ png: png.toString("base64"), millis }));
    const encoded = await page.evaluate(
      async ({ size, pictures }) => {
        const canvas = new OffscreenCanvas(size.width, size.height);
        const context = canvas.getContext("2d", { willReadFrequently: true });
        if (context === null) throw new Error("The browser cannot draw.");
        const drawn = [];
        for (const { png, millis } of pictures) {
          const picture = await fetch(`data:image/png;base64,${png}`);
          context.drawImage(await createImageBitmap(await picture.blob()), 0, 0, size.width, size.height);
          drawn.push({ data: context.getImageData(0, 0, size.width, size.height).data, delay: millis });
        }
        // The global name of the script above.
        const { encode } = (globalThis as unknown as { readonly modernGif: typeof modernGif }).modernGif;
        const bytes = new Uint8Array(await encode({ ...size, frames: drawn, maxColors: 128 }));
        let text = "";
        for (const byte of bytes) text += String.fromCharCode(byte);
        return btoa(text);
      },
      { size: { width, height }, pictures: given },
    );
    return Buffer.from(encoded, "base64");
  } finally {
    await page.close();
  }
}
