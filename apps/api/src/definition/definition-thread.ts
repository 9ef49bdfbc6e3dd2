/** A thread of the definition pool: checks and freezes large definitions, and computes the traces of their test executions. */
import { serveTasks } from "@airlock/platform/thread-pool";
import { freezeText } from "../version/freeze.ts";
import { traceText, type TraceTask } from "../solution/trace-text.ts";
import { checkDefinition } from "./check-definition.ts";

export type DefinitionTask = { readonly kind: "check" | "freeze"; readonly text: string } | TraceTask;

serveTasks((task: DefinitionTask) => {
  if (task.kind === "trace") return traceText(task);
  return task.kind === "check" ? checkDefinition(task.text) : freezeText(task.text);
});
