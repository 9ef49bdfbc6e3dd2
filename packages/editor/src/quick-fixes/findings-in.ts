import { validate, type Finding } from "@airlock/flow";
import type { Command } from "../commands/command.ts";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";

const known = new WeakMap<FlowDocument, readonly Finding[]>();

/** The findings of a document; several fixes of the same document share one validation. */
export function findingsIn(document: FlowDocument): readonly Finding[] {
  const findings = known.get(document) ?? validate(definitionOf(document));
  known.set(document, findings);
  return findings;
}

/** Whether a command removes a finding about the use of a field. */
export function repairs(document: FlowDocument, command: Command, { code, nodeId, linkId, fieldKey }: Finding): boolean {
  const executed = command(document);
  return (
    executed.ok &&
    !findingsIn(executed.document).some(
      (one) => one.code === code && one.nodeId === nodeId && one.linkId === linkId && one.fieldKey === fieldKey,
    )
  );
}
