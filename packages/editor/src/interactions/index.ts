export { endAdding, paletteItems, startAdding, type Adding, type PaletteItem } from "./adding.ts";
export { drawBox, startBox, type BoxSelecting } from "./box-selecting.ts";
export { idle, type Idle } from "./idle.ts";
export { release, type Interaction } from "./interaction.ts";
export { chooseTarget, dropLink, endLinking, hoverTarget, startLinking, type Linking } from "./linking.ts";
export { endMoving, moveBy, startMoving, type Moving } from "./moving.ts";
