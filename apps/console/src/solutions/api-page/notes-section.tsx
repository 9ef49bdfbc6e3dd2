import { formatNumber } from "@airlock/flow/locale";
import { batchBodies, maxBatchInputs } from "@airlock/contract/batch-limits";
import { limits as flowLimits } from "@airlock/flow/limits";
import Button from "@mui/material/Button";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { downloadFile } from "../download-file.ts";
import { binarySize } from "./binary-size.ts";
import type { CallLimits } from "./read-document.ts";

interface NotesSectionProps {
  /** Of the OpenAPI document; absent for a user who may not read it. */
  readonly documentAddress: string | undefined;
  readonly document: unknown;
  readonly fileName: string;
  /** Of this installation; the defaults where they are not known. */
  readonly limits: CallLimits | undefined;
}

const defaultLimits: CallLimits = {
  bodyBytes: flowLimits.callBytes,
  batchBytes: flowLimits.callBytes * batchBodies,
  batchInputs: maxBatchInputs,
};

/** Idempotency, batches, correlation, limits and the OpenAPI document. */
export function NotesSection({ documentAddress, document, fileName, limits = defaultLimits }: NotesSectionProps) {
  return (
    <section className="api-section" aria-label="Good to know">
      <h2>Good to know</h2>
      <div className="card api-notes">
        <section id="idempotency" aria-label="Idempotency">
          <h3>
            <Icon name="refresh" size={14} /> Idempotency
          </h3>
          <p>
            Send <code>Idempotency-Key</code> with up to 255 characters. The same key and body within 24 hours return the first response
            with <code>idempotency-replayed: true</code>, and nothing is decided again. Retry 429, 503 and broken connections with the same
            key.
          </p>
        </section>
        <section id="batches" aria-label="Batches">
          <h3>
            <Icon name="table" size={14} /> Batches
          </h3>
          <p>
            Send up to {formatNumber(limits.batchInputs)} inputs, one JSON object per line, as <code>application/x-ndjson</code>. The
            response has one line per input in the same order: its decision, or a problem of that input alone.
          </p>
        </section>
        <section id="correlation" aria-label="Finding a decision">
          <h3>
            <Icon name="search" size={14} /> Finding a decision
          </h3>
          <p>
            Send <code>X-Correlation-ID</code> with an id of your own, or use the one in the response. Paste it, or{" "}
            <code>webSafeString</code>, into the search of the console to open the decision.
          </p>
        </section>
        <section id="limits" aria-label="Limits">
          <h3>
            <Icon name="bolt" size={14} /> Limits
          </h3>
          <dl className="api-limits">
            <dt>Body</dt>
            <dd>{binarySize(limits.bodyBytes)}</dd>
            <dt>Batch</dt>
            <dd>
              {formatNumber(limits.batchInputs)} lines, {binarySize(limits.batchBytes)}
            </dd>
            <dt>Decisions per second</dt>
            <dd>429 with Retry-After beyond your quota</dd>
          </dl>
        </section>
        {documentAddress !== undefined && (
          <section id="openapi" aria-label="OpenAPI document">
            <h3>
              <Icon name="file" size={14} /> OpenAPI 3.1
            </h3>
            <p>Describes this version. A key can fetch it, too.</p>
            <div className="try-acts">
              <Button
                variant="outlined"
                size="small"
                startIcon={<Icon name="download" size={14} />}
                disabled={document === undefined}
                onClick={() => downloadFile(fileName, JSON.stringify(document, null, 2), "application/json")}
              >
                Download
              </Button>
              <CopyButton noun="Address of OpenAPI" text={documentAddress} />
            </div>
          </section>
        )}
      </div>
    </section>
  );
}
