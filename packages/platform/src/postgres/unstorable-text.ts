interface Step {
  readonly value: unknown;
  readonly key: string;
  readonly parent: Step | undefined;
}

/**
 * The path of a text in a JSON value, or of the object with such a key, that Postgres cannot store: a null character is refused in `text` and
 * `jsonb`; an unpaired surrogate is refused in `jsonb` and replaced in `text`. Iterative, because a body may be nested deeper than the stack.
 */
export function unstorableText(value: unknown): readonly string[] | undefined {
  const steps: Step[] = [{ value, key: "", parent: undefined }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { value: present } = step;
    if (typeof present === "string" && !isStorable(present)) return pathOf(step);
    // Bytes are not text.
    if (typeof present !== "object" || present === null || ArrayBuffer.isView(present)) continue;
    for (const [key, item] of Object.entries(present)) {
      if (!isStorable(key)) return pathOf(step);
      if (typeof item === "string" || typeof item === "object") steps.push({ value: item, key, parent: step });
    }
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

function pathOf(step: Step): readonly string[] {
  const path: string[] = [];
  for (let { key, parent } = step; parent !== undefined; { key, parent } = parent) path.unshift(key);
  return path;
}
