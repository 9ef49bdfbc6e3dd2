import { limits, type FieldSource } from "@airlock/flow";
import { useState } from "react";
import type { ChangeEvent } from "react";
import { whyNotFieldName } from "../../../rules/field-name-rules.ts";
import type { Refusal } from "../../../rules/refusal.ts";
import { toIdentifier, whyNotIdentifier, withUnderscores } from "../../../rules/text-rules.ts";
import { useSurroundings } from "../../editor-context.ts";

interface FieldNameDraft {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  /** Why the typed text was refused, or why the name cannot be used. */
  readonly refusal: Refusal | undefined;
  /** Why the current name cannot be used. */
  readonly unusable: Refusal | undefined;
}

/** A field's name while it is typed: letters, digits and underscores only. Spaces, dots and dashes become underscores. */
export function useFieldName(source: FieldSource, first = "", except?: string): FieldNameDraft {
  const { editor } = useSurroundings();
  const [name, setName] = useState(first);
  const [refused, setRefused] = useState<Refusal>();
  const unusable = whyNotFieldName(editor.state.document, source, name, except);
  return {
    name,
    setName,
    onChange: ({ target, nativeEvent }) => {
      const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === "insertFromPaste";
      const text = isPasted ? toIdentifier(target.value) : withUnderscores(target.value);
      const reason = whyNotIdentifier(text, limits.nameLength);
      setRefused(reason);
      if (reason === undefined) setName(text);
    },
    refusal: refused ?? unusable,
    unusable,
  };
}
