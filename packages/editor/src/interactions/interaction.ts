/** The interaction in progress on the canvas, by mouse or keyboard. Each kind has a file that says how it begins, continues and ends. */
import type { Editor } from "../session/editor.ts";
import type { Adding } from "./adding.ts";
import type { BoxSelecting } from "./box-selecting.ts";
import { idle, type Idle } from "./idle.ts";
import type { Linking } from "./linking.ts";
import type { Moving } from "./moving.ts";
import { nothing } from "../selection/selection.ts";

export type Interaction = Idle | Moving | Linking | BoxSelecting | Adding;

/** Escape cancels the interaction in progress; without one, it clears the selection. */
export function release(editor: Editor, interaction: Interaction): Idle {
  if (interaction.kind === "moving") editor.cancel();
  else if (interaction.kind === "boxSelecting") editor.select(interaction.before);
  else if (interaction.kind === "idle") editor.select(nothing);
  return idle;
}
