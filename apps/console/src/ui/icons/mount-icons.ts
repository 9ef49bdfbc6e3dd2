import sprite from "./icons.svg?raw";

/** Puts the drawings of all icons into the page before anything is drawn with them; fetched apart, they came a frame late. */
export function mountIcons(): void {
  const drawings = new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement;
  for (const symbol of drawings.querySelectorAll("symbol")) symbol.id = iconId(symbol.id);
  drawings.setAttribute("class", "icon-drawings");
  drawings.setAttribute("aria-hidden", "true");
  document.body.prepend(document.importNode(drawings, true));
}

/** Apart from the other names of the page. */
export function iconId(name: string): string {
  return `icon-${name}`;
}
