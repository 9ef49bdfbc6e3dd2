import { createContext, useContext } from "react";
import type { Messages } from "./messages.ts";

export const MessagesContext = createContext<Messages | undefined>(undefined);

export function useMessages(): Messages {
  const messages = useContext(MessagesContext);
  if (!messages) throw new Error("There are no messages around this component.");
  return messages;
}
