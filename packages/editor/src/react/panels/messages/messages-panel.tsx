import { limits, type Finding } from "@airlock/flow";
import { formatNumber } from "@airlock/flow/locale";
import { useState } from "react";
import { Icon } from "../../icon.tsx";
import "../panels.css";
import type { OpenField } from "./go-to-finding.ts";
import { MessageRow } from "./message-row.tsx";

interface MessagesPanelProps {
  readonly findings: readonly Finding[];
  /** Called where a finding is about a data field, which another tab shows. */
  readonly onOpenField?: OpenField;
  /** Called where a finding is about a node or link that is selected now, so that its properties can be shown. */
  readonly onOpenProperties?: () => void;
}

/** Rows that are drawn at first: a file may bring a thousand findings. */
const pageSize = 50;

const levels: readonly Finding["level"][] = ["error", "warning", "info"];

/** Solution messages: the findings of the validator and of executions, each with a link to its location and a fix if there is one. */
export function MessagesPanel({ findings, onOpenField, onOpenProperties }: MessagesPanelProps) {
  const [shown, setShown] = useState(pageSize);
  const sorted = findings.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
  if (findings.length === 0) {
    return (
      <output className="ep-messages is-empty">
        <Icon name="success" size={20} />
        <p>
          <b>No messages.</b> The solution is valid and can run.
        </p>
      </output>
    );
  }
  return (
    <div className="ep-messages">
      <ul aria-label="Solution messages">
        {sorted.slice(0, shown).map((finding, index) => (
          <MessageRow
            key={`${finding.code} ${finding.nodeId ?? finding.linkId ?? finding.fieldKey ?? ""} ${finding.property ?? ""} ${finding.item ?? ""} ${index}`}
            finding={finding}
            onOpenField={onOpenField}
            onOpenProperties={onOpenProperties}
          />
        ))}
      </ul>
      {sorted.length > shown && (
        <button type="button" className="ep-text-button" onClick={() => setShown((count) => count + 200)}>
          Show more of {sorted.length >= limits.findings ? "the first " : ""}
          {formatNumber(sorted.length)} messages
        </button>
      )}
    </div>
  );
}
