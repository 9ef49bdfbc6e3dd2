import type { Picture } from "./camera.ts";

const styles = `
:root { color-scheme: light dark }
body { margin: 0; padding: 24px; font: 14px/1.5 system-ui, sans-serif }
h1 { font-size: 20px } h2 { margin: 32px 0 0; font-size: 16px } h2 small { font-weight: 400; opacity: 0.7 }
.row { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; margin-top: 8px }
figure { margin: 0 } figcaption { font: 12px/1.4 ui-monospace, monospace }
img { display: block; height: 360px; border: 1px solid #8888 }
.bad { color: #c22; white-space: pre-wrap; max-width: 560px }
`;

/** All pictures in a grid, a row per shot, with complaints. */
export function indexPage(pictures: readonly Picture[]): string {
  const shots = Map.groupBy(pictures, ({ shot }) => shot.name);
  const rows = [...shots.values()].map((taken) => {
    const [first] = taken;
    if (first === undefined) return "";
    const figures = taken.map(figure).join("\n");
    return `<h2 id="${first.shot.name}">${escapeHtml(first.shot.name)} <small>${escapeHtml(first.shot.shows)} (${first.world})</small></h2><div class="row">${figures}</div>`;
  });
  const bad = pictures.filter(({ complaints }) => complaints.length > 0).length;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Screens</title><style>${styles}</style>
<h1>${pictures.length} pictures, ${bad} with complaints</h1>
${rows.join("\n")}
</html>
`;
}

function figure({ file, complaints }: Picture): string {
  const bad = complaints.map((text) => `<div class="bad">${escapeHtml(text)}</div>`).join("");
  return `<figure><a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a><figcaption>${file}${bad}</figcaption></figure>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
