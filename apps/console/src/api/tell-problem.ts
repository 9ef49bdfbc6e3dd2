import { asProblem } from "./api-problem.ts";
import type { Messages } from "../ui/messages/messages.ts";

/** A failed call as a status: 'message: description' with its code. The end of the session is told by the session itself. */
export function tellProblem(messages: Messages, error: unknown): void {
  const { status, message, description, code } = asProblem(error);
  if (status !== 401 && status !== 403) messages.error(message, description, code);
}
