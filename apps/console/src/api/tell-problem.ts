import { asProblem } from "./api-problem.ts";
import type { Messages } from "../ui/messages/messages.ts";

/** Shows a failed call as a message: 'message: description' with its code. 401 and 403 are left out, because the session reports them itself. */
export function tellProblem(messages: Messages, error: unknown): void {
  const { status, message, description, code } = asProblem(error);
  if (status !== 401 && status !== 403) messages.error(message, description, code);
}

/**
 * Shows why the API refused a call where the form shows it: 'message: description' with the code. No response and failures of the server are messages,
 * and 401 and 403 are left out.
 */
export function tellRefusal(messages: Messages, error: unknown, show: (text: string) => void): void {
  const { status, message, description, code } = asProblem(error);
  const isRefusal = status >= 400 && status < 500 && status !== 401 && status !== 403;
  if (isRefusal) show(`${message}: ${description} (${code})`);
  else tellProblem(messages, error);
}
