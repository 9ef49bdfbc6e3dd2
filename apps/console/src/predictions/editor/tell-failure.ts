import { asProblem } from "../../api/api-problem.ts";
import type { Messages } from "../../ui/messages/messages.ts";

/** What every failure of this editor is titled with. */
export const failureTitle = "Prediction Config Editor";

/** Shows a failed call of the editor. 401 and 403 are left out, because the session reports them itself. */
export function tellFailure(messages: Messages, error: unknown): void {
  const { status, message, description, code } = asProblem(error);
  if (status !== 401 && status !== 403) messages.error(failureTitle, `${message}. ${description}`, code);
}
