import { useCallback } from "react";
import type { Command } from "../../commands/command.ts";
import type { Refusal } from "../../rules/refusal.ts";
import { useSurroundings } from "../editor-context.ts";

/** Runs a command and returns the reason if it was refused. Does nothing in read-only mode, whatever a control lets through. */
export function useRun(): (command: Command) => Refusal | undefined {
  const { editor, readOnly } = useSurroundings();
  return useCallback(
    (command) => {
      if (readOnly) return undefined;
      const executed = editor.execute(command);
      return executed.ok ? undefined : executed.refusal;
    },
    [editor, readOnly],
  );
}
