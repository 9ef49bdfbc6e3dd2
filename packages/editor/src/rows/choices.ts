import { refusal, type Refusal } from "../rules/refusal.ts";

/** Menus offer only these; a value from elsewhere, such as a script or a bug, must not get into the document. */
export function whyNotChoice<Option extends string>(value: Option, options: readonly Option[]): Refusal | undefined {
  return options.includes(value) ? undefined : refusal("NOT_A_CHOICE", { choices: options.join(", ") });
}
