import { asProblem } from "./api-problem.ts";
import type { Messages } from "../ui/messages/messages.ts";

/** Shows a failed call as a message: 'message: description' with its code. 401 and 403 are left out, because the session reports them itself. */
export function tellProblem(messages: Messages, error: unknown): void {
  const { status, message, description, code } = asProblem(error);
  if (status !== 401 && status !== 403) messages.error(message, description, code);
}
