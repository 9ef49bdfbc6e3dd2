import { Icon } from "../../ui/icons/icon.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { sampleCall } from "./sample-call.ts";
import type { CreatedKey } from "./use-keys.ts";
import { useServedSample } from "./use-served-sample.ts";

interface ShownKeyProps {
  readonly created: CreatedKey;
  readonly organisationWss: string;
  /** The key, or a call with it, is on the clipboard. */
  readonly onCopied: () => void;
}

/** Shows a new key once, to be copied, with a sample call. It is discarded when the dialog closes. */
export function ShownKey({ created, organisationWss, onCopied }: ShownKeyProps) {
  const { name, secret } = created._embedded;
  const sample = useServedSample(organisationWss);
  const call = sample && sampleCall(sample.address, secret, sample.body);
  return (
    <section className="key-shown" aria-label={`The new key ${name}`}>
      <p className="key-once">
        <Icon name="warning" size={16} />
        <span>
          <b>Copy {name} now.</b> It is not shown again; Airlock keeps only its fingerprint.
        </span>
      </p>
      <div className="key-secret">
        <output className="mono" onCopy={onCopied}>
          {secret}
        </output>
        <CopyButton noun="Key" text={secret} solid onCopied={onCopied} />
      </div>
      {call !== undefined && (
        <>
          <div className="key-call-head">
            <h3 className="overline">{sample?.name === undefined ? "A call" : `A call to ${sample.name}`}</h3>
            <CopyButton noun="Call" text={call} onCopied={onCopied} />
          </div>
          <pre className="key-call">{call}</pre>
          {sample?.name === undefined && (
            <p className="helper">Nothing serves yet. Start serving a version and replace VERSION with its address.</p>
          )}
        </>
      )}
    </section>
  );
}
