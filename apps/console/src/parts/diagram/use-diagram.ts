import { Editor } from "@airlock/editor";
import type { EditorSurroundings } from "@airlock/editor/react";
import type { Definition } from "@airlock/flow";
import { useMemo } from "react";
import { useMessages } from "../../ui/messages/use-messages.ts";

/** The surroundings of a read-only canvas. */
export function useDiagram(definition: Definition): EditorSurroundings {
  const messages = useMessages();
  return useMemo(
    () => ({
      editor: new Editor(definition),
      readOnly: true,
      predictions: [],
      tell: ({ level, message, description }) => void messages.say(level, message, description),
      author: "",
    }),
    [definition, messages],
  );
}
