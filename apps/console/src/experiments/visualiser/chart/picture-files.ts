import type { Token } from "./colours.ts";
import type { Drawing } from "./drawing.ts";

export type ColourOf = (token: Token) => string;

const fontSize = 12;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const short = (value: number) => String(Number(value.toFixed(2)));

/** A file that needs nothing else: colours written out, no style sheet, no script. */
export function svgFile({ width, height, shapes }: Drawing, colourOf: ColourOf, font: string): string {
  const parts = shapes.map((shape) => {
    if (shape.kind === "rect") {
      const box = `x="${short(shape.x)}" y="${short(shape.y)}" width="${short(shape.width)}" height="${short(shape.height)}"`;
      if (shape.isHollow === true) return `<rect ${box} fill="none" stroke="${colourOf(shape.fill)}"/>`;
      return `<rect ${box} fill="${colourOf(shape.fill)}"${shape.opacity === 1 ? "" : ` fill-opacity="${shape.opacity}"`}/>`;
    }
    if (shape.kind === "line") {
      return `<path d="M${short(shape.x1)} ${short(shape.y1)}L${short(shape.x2)} ${short(shape.y2)}" stroke="${colourOf(shape.stroke)}"/>`;
    }
    const turned = shape.upright ? ` transform="rotate(-90 ${short(shape.x)} ${short(shape.y)})"` : "";
    const weight = shape.bold ? ' font-weight="600"' : "";
    return `<text x="${short(shape.x)}" y="${short(shape.y)}" text-anchor="${shape.anchor}" fill="${colourOf(shape.fill)}"${weight}${turned}>${escaped(shape.text)}</text>`;
  });
  const size = `width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${escaped(font)}" font-size="${fontSize}">${parts.join("")}</svg>\n`;
}

/** Painted straight from the drawing: the page's content policy lets no image in that was not served with it. */
export async function pngFile({ width, height, shapes }: Drawing, colourOf: ColourOf, font: string): Promise<Blob> {
  const density = 2;
  const canvas = new OffscreenCanvas(Math.ceil(width * density), Math.ceil(height * density));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot paint.");
  context.scale(density, density);
  for (const shape of shapes) {
    context.globalAlpha = shape.kind === "rect" ? shape.opacity : 1;
    if (shape.kind === "rect") {
      if (shape.isHollow === true) {
        context.strokeStyle = colourOf(shape.fill);
        context.strokeRect(shape.x, shape.y, shape.width, shape.height);
      } else {
        context.fillStyle = colourOf(shape.fill);
        context.fillRect(shape.x, shape.y, shape.width, shape.height);
      }
    } else if (shape.kind === "line") {
      context.strokeStyle = colourOf(shape.stroke);
      context.beginPath();
      context.moveTo(shape.x1, shape.y1);
      context.lineTo(shape.x2, shape.y2);
      context.stroke();
    } else {
      context.save();
      context.translate(shape.x, shape.y);
      if (shape.upright) context.rotate(-Math.PI / 2);
      context.font = `${shape.bold ? 600 : 400} ${fontSize}px ${font}`;
      context.textAlign = shape.anchor === "middle" ? "center" : shape.anchor;
      context.fillStyle = colourOf(shape.fill);
      context.fillText(shape.text, 0, 0);
      context.restore();
    }
  }
  return canvas.convertToBlob({ type: "image/png" });
}
