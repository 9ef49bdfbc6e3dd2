import { done, type Command } from "./command.ts";

/** Several edits as one: one name, one step of undo, and nothing happens where one of them is refused. */
export function combine(name: string, commands: readonly Command[]): Command {
  return (document) => {
    let last = done(name, document);
    for (const command of commands) {
      const executed = command(last.document);
      if (!executed.ok) return executed;
      const select = executed.select ?? last.select;
      last = done(name, executed.document, select === undefined ? {} : { select });
    }
    return last;
  };
}
