import { jsonTokens } from "./json-tokens.ts";
import "./json-view.css";

const classes = { key: "api-key", text: "api-text", number: "api-number", plain: undefined };

/** JSON in the colours of its parts. */
export function JsonView({ json }: { readonly json: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long one is scrolled, also by keys.
    <pre tabIndex={0}>
      {/* Tokens are never reordered, so their index can be the key. */}
      {jsonTokens(json).map(({ kind, text }, index) => (
        <span key={index} className={classes[kind]}>
          {text}
        </span>
      ))}
    </pre>
  );
}
