import { asProblem } from "../../api/api-problem.ts";
import type { Messages } from "../../ui/messages/messages.ts";

/** What every failure of this editor is titled with. */
export const failureTitle = "Prediction Config Editor";

/** A call of the editor failed. The end of the session is told by the session itself. */
export function tellFailure(messages: Messages, error: unknown): void {
  const { status, message, description, code } = asProblem(error);
  if (status !== 401 && status !== 403) messages.error(failureTitle, `${message}. ${description}`, code);
}
