import IconButton from "@mui/material/IconButton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import { Icon } from "../look/icon.tsx";
import { useMessages } from "../messages/use-messages.ts";
import { codeSample, sampleLanguages, type SampleLanguage } from "../solutions/code-samples.ts";
import type { Body } from "./input-values.ts";

/** The same call, with the values of the form, in the languages that callers are written in. */
export function CodeCard({ address, body }: { readonly address: string; readonly body: Body }) {
  const messages = useMessages();
  const [language, setLanguage] = useState<SampleLanguage>("curl");
  const code = codeSample(language, address, body);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    messages.success("Code copied to clipboard.");
  };
  return (
    <section className="card try-card" aria-label="The same call">
      <h2>The same call</h2>
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
      <div className="try-code" id="try-code" role="tabpanel" aria-labelledby={`try-${language}`}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys. */}
        <pre tabIndex={0}>{code}</pre>
        <Tooltip title="Copy code">
          <IconButton size="small" aria-label="Copy code" onClick={() => void copy()}>
            <Icon name="copy" size={16} />
          </IconButton>
        </Tooltip>
      </div>
      <p className="helper">Put a system account's key into the environment as AIRLOCK_KEY, then run it as it stands.</p>
    </section>
  );
}
