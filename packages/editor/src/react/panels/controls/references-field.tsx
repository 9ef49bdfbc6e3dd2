// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- no element of HTML offers choices inside a text.
import { useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { Refusal } from "../../../rules/refusal.ts";
import { completeReference, type Completion } from "../../../web-call/complete-reference.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Hint } from "./hint.tsx";

interface ReferencesFieldProps {
  readonly label: string;
  readonly quiet?: boolean;
  /** As users type it, with names. */
  readonly value: string;
  /** Called when the field is left: a name that is half typed would be taken for an unknown one. */
  readonly commit: (text: string) => Refusal | undefined;
  readonly lines?: boolean;
  readonly invalid?: boolean;
  readonly placeholder?: string;
  readonly place?: string;
}

/** The maximum number of offered fields. */
const offered = 50;

/** Text in which `${application.name}` stands for a field. Typing `$` offers the fields there are. */
export function ReferencesField(props: ReferencesFieldProps) {
  const { label, quiet = false, value, commit, lines = false, invalid = false, placeholder, place } = props;
  const { editor, readOnly, secrets } = useSurroundings();
  const [draft, setDraft] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [offer, setOffer] = useState<{ readonly completion: Completion; readonly at: number }>();
  const input = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const hintId = useId();
  const listId = useId();
  const text = draft ?? value;

  const look = (typed: string, caret: number) => {
    const completion = completeReference(editor.state.document, typed, caret, secrets);
    setOffer(completion === undefined || completion.options.length === 0 ? undefined : { completion, at: 0 });
  };
  const take = (option: number) => {
    const chosen = offer?.completion.options[option];
    if (offer === undefined || chosen === undefined) return;
    const { from, to } = offer.completion;
    const caret = from + chosen.text.length;
    setDraft(text.slice(0, from) + chosen.text + text.slice(to));
    setOffer(undefined);
    // The caret is set after the text was rendered.
    queueMicrotask(() => {
      input.current?.focus();
      input.current?.setSelectionRange(caret, caret);
    });
  };
  const leave = () => {
    setOffer(undefined);
    if (draft === undefined) return;
    const refused = draft === value ? undefined : commit(draft);
    setRefusal(refused);
    if (refused === undefined) setDraft(undefined);
    editor.settle();
  };
  const keyDown = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (offer !== undefined && !isCommand) {
      const count = Math.min(offer.completion.options.length, offered);
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? count - 1 : 0;
      if (step > 0) setOffer({ ...offer, at: (offer.at + step) % count });
      if (event.key === "Enter" || event.key === "Tab") take(offer.at);
      if (event.key === "Escape") setOffer(undefined);
      if (step > 0 || ["Enter", "Tab", "Escape"].includes(event.key)) {
        event.preventDefault();
        event.stopPropagation();
      }
      return;
    }
    // Shortcuts of the page, such as Save or Execute, commit the text first.
    if (isCommand && (event.key === "Enter" || event.key.toLowerCase() === "s")) return leave();
    if (draft !== undefined && isCommand && /^[zy]$/i.test(event.key)) event.stopPropagation();
    if (event.key === "Escape" && draft !== undefined) {
      event.stopPropagation();
      setDraft(undefined);
      setRefusal(undefined);
    }
    if (event.key === "Enter" && !lines) {
      event.preventDefault();
      leave();
    }
  };

  const field = (
    <span className="ep-field-box">
      <textarea
        ref={input}
        id={id}
        className={lines ? "ep-input is-area mono" : "ep-input is-line mono"}
        rows={lines ? 5 : 1}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={listId}
        {...(offer === undefined ? {} : { "aria-activedescendant": `${listId}-${offer.at}` })}
        {...(quiet ? { "aria-label": label } : {})}
        {...(place === undefined ? {} : { "data-place": place })}
        aria-invalid={invalid || refusal !== undefined}
        aria-describedby={hintId}
        readOnly={readOnly}
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          // One line stays one line, also when lines are pasted.
          const typed = lines ? event.target.value : event.target.value.replaceAll(/[\r\n]+/g, "");
          setDraft(typed);
          setRefusal(undefined);
          look(typed, event.target.selectionStart);
        }}
        onBlur={leave}
        onKeyDown={keyDown}
      />
      <ul
        id={listId}
        role="listbox"
        aria-label={`Fields for ${label}`}
        className="ep-offer"
        hidden={offer === undefined}
        // It scrolls, and with the arrow keys of the text.
        tabIndex={-1}
        // Pressing must not move the focus, which would end the typing.
        onMouseDown={(event) => event.preventDefault()}
      >
        {offer?.completion.options.slice(0, offered).map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the text's, above.
          <li
            key={option.text}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === offer.at}
            ref={(element) => {
              if (index === offer.at) element?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => take(index)}
          >
            <span className={option.dataset === "application" ? "ep-chip" : "ep-chip is-runtime"}>{option.name}</span>
            <span className="ep-offer-type">
              {option.dataset}
              {option.type !== undefined && ` ${option.type}`}
            </span>
          </li>
        ))}
      </ul>
      <Hint id={hintId} refusal={refusal} />
    </span>
  );
  if (quiet) return field;
  return (
    <div className="ep-field">
      <label htmlFor={id}>{label}</label>
      {field}
    </div>
  );
}
