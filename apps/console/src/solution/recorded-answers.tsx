import { nodeTitle, type Editor } from "@airlock/editor";
import Button from "@mui/material/Button";
import { useState } from "react";
import { Icon } from "../look/icon.tsx";
import { useEditorValue } from "./use-editor-part.ts";
import type { Answers } from "./use-execution.ts";

interface RecordedAnswersProps {
  readonly editor: Editor;
  readonly answers: Answers;
  /** What calls answered in the last run. */
  readonly last: Answers;
  readonly onAnswers: (answers: Answers) => void;
}

/** Answers that stand in for web calls and predictions, so that a flow can be tried without them. */
export function RecordedAnswers({ editor, answers, last, onAnswers }: RecordedAnswersProps) {
  const nodes = useEditorValue(editor, ({ document }) => document.nodes).toArray();
  const asking = nodes.filter((node) => node.type === "WebCall" || node.type === "Prediction");
  if (asking.length === 0) return null;
  return (
    <div className="ra">
      <h4>Recorded responses</h4>
      {asking.map((node) =>
        node.type === "WebCall" ? (
          <WebCallAnswer
            key={node.id}
            name={nodeTitle(node)}
            answer={answers.webCalls?.[node.id]}
            last={last.webCalls?.[node.id]}
            onAnswer={(answer) => onAnswers({ ...answers, webCalls: withEntry(answers.webCalls, node.id, answer) })}
          />
        ) : (
          <PredictionAnswer
            key={node.id}
            name={nodeTitle(node)}
            score={answers.predictions?.[node.id]?.score}
            onScore={(score) =>
              onAnswers({
                ...answers,
                predictions: withEntry(answers.predictions, node.id, score === undefined ? undefined : { score, reasonCodes: [] }),
              })
            }
          />
        ),
      )}
    </div>
  );
}

function withEntry<Value>(
  entries: Readonly<Record<string, Value>> = {},
  key: string,
  value: Value | undefined,
): Readonly<Record<string, Value>> {
  const rest = Object.entries(entries).filter(([name]) => name !== key);
  return Object.fromEntries(value === undefined ? rest : [...rest, [key, value]]);
}

type WebAnswer = NonNullable<Answers["webCalls"]>[string];

interface WebCallAnswerProps {
  readonly name: string;
  readonly answer: WebAnswer | undefined;
  readonly last: WebAnswer | undefined;
  readonly onAnswer: (answer: WebAnswer | undefined) => void;
}

function WebCallAnswer({ name, answer, last, onAnswer }: WebCallAnswerProps) {
  if (answer === undefined) {
    return (
      <div className="ra-row">
        <Icon name="kind-web-call" size={16} />
        <span className="grow clip">{name}</span>
        <span className="faint">is called</span>
        <Button size="small" onClick={() => onAnswer(last ?? { status: 200, body: "{}" })}>
          {last === undefined ? "Record a response" : "Use the last response"}
        </Button>
      </div>
    );
  }
  return (
    <div className="ra-open">
      <div className="ra-row">
        <Icon name="kind-web-call" size={16} />
        <span className="grow clip">{name}</span>
        <label className="faint">
          Status{" "}
          <input
            className="rv-input ra-status"
            inputMode="numeric"
            value={answer.status}
            onChange={(event) => {
              const status = Number(event.target.value);
              if (Number.isInteger(status) && status >= 0 && status <= 999) onAnswer({ ...answer, status });
            }}
          />
        </label>
        <Button size="small" color="inherit" onClick={() => onAnswer(undefined)}>
          Call it
        </Button>
      </div>
      <textarea
        className="rv-input ra-body"
        aria-label={`Recorded response of ${name}`}
        rows={4}
        spellCheck={false}
        maxLength={100_000}
        value={answer.body}
        onChange={(event) => onAnswer({ ...answer, body: event.target.value })}
      />
    </div>
  );
}

interface PredictionAnswerProps {
  readonly name: string;
  readonly score: number | undefined;
  readonly onScore: (score: number | undefined) => void;
}

function PredictionAnswer({ name, score, onScore }: PredictionAnswerProps) {
  const [text, setText] = useState(score === undefined ? "" : String(score));
  return (
    <div className="ra-row">
      <Icon name="kind-prediction" size={16} />
      <span className="grow clip">{name}</span>
      <label className="faint">
        Score{" "}
        <input
          className="rv-input ra-score"
          inputMode="decimal"
          placeholder="asked"
          value={text}
          onChange={(event) => {
            const { value } = event.target;
            const number = Number(value);
            if (!/^-?\d*\.?\d*$/.test(value)) return;
            setText(value);
            onScore(value.trim() === "" || Number.isNaN(number) ? undefined : number);
          }}
        />
      </label>
    </div>
  );
}
