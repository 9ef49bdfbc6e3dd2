import { Icon } from "../look/icon.tsx";
import { CopyButton } from "./copy-button.tsx";
import { sampleCall } from "./sample-call.ts";
import type { CreatedKey } from "./use-keys.ts";
import { useServedSample } from "./use-served-sample.ts";

/** The one time a key is on screen: to be copied, with a call that uses it. It goes when the dialog closes. */
export function ShownKey({ created, organisationWss }: { readonly created: CreatedKey; readonly organisationWss: string }) {
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
        <output className="mono">{secret}</output>
        <CopyButton what="Key" text={secret} solid />
      </div>
      {call !== undefined && (
        <>
          <div className="key-call-head">
            <h3 className="overline">{sample?.name === undefined ? "A call" : `A call to ${sample.name}`}</h3>
            <CopyButton what="Call" text={call} />
          </div>
          <pre className="key-call">{call}</pre>
          {sample?.name === undefined && (
            <p className="helper">Nothing serves yet. Start serving a version and put its address in the place of VERSION.</p>
          )}
        </>
      )}
    </section>
  );
}
