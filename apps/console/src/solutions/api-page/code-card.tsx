import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useState } from "react";
import { CopyIconButton } from "../../ui/copy-icon-button.tsx";
import { codeSample, sampleLanguages, type SampleLanguage } from "../../parts/code-sample/code-samples.ts";
import type { Body } from "../../parts/code-sample/first-values.ts";
import "./code-box.css";

/** The same call, with the values of the form, in the languages that callers are written in. */
export function CodeCard({ address, body }: { readonly address: string; readonly body: Body }) {
  const [language, setLanguage] = useState<SampleLanguage>("curl");
  const code = codeSample(language, address, body);
  return (
    <section className="card try-card" id="samples" aria-label="In your code">
      <h2>
        In your code <span className="helper">The same call with the values above.</span>
      </h2>
      <Tabs
        className="try-tabs"
        value={language}
        onChange={(_event, next: SampleLanguage) => setLanguage(next)}
        aria-label="Language of the call"
      >
        {sampleLanguages.map((one) => (
          <Tab key={one} value={one} label={one} id={`try-${one}`} aria-controls="try-code" />
        ))}
      </Tabs>
      <div className="code-box tall" id="try-code" role="tabpanel" aria-labelledby={`try-${language}`}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys. */}
        <pre tabIndex={0}>{code}</pre>
        <CopyIconButton noun="Code" text={code} />
      </div>
      <p className="helper">Put a system account's key into the environment as AIRLOCK_KEY, then run it.</p>
    </section>
  );
}
