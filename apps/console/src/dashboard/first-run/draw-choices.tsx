import { useState } from "react";
import type { ReactNode } from "react";
import { addHash, ownFile, scorecardTemplate } from "../../parts/first-run/start-hash.ts";
import { ButtonLink } from "../../ui/button-link.ts";
import { Icon } from "../../ui/icons/icon.tsx";

interface Choice {
  readonly start: string;
  readonly title: string;
  readonly note: string;
  readonly buttonLabel: string;
  readonly picture: ReactNode;
}

const choices: readonly Choice[] = [
  {
    start: scorecardTemplate,
    title: "Consumer credit scorecard",
    note: "A template: Approve, Refer or Decline, with test data",
    buttonLabel: "Use this template",
    picture: <Nodes kinds={["start", "easy-rule", "range-score", "end"]} />,
  },
  { start: "", title: "Blank", note: "Start and End", buttonLabel: "Start with a blank flow", picture: <Nodes kinds={["start", "end"]} /> },
  {
    start: ownFile,
    title: "Import a file",
    note: "A solution saved from Airlock, DMN or JDM",
    buttonLabel: "Import a file",
    picture: <Icon name="upload" size={20} />,
  },
];

/** What the first solution starts from. The button opens the dialog for a new solution with the choice made. */
export function DrawChoices() {
  const [chosen, setChosen] = useState(choices[0]);
  return (
    <>
      <div className="first-run-choices" role="radiogroup" aria-label="Start from">
        {choices.map((choice) => (
          <label key={choice.start} className={choice === chosen ? "on" : ""}>
            <input type="radio" name="first-run-start" className="sr" checked={choice === chosen} onChange={() => setChosen(choice)} />
            <span className="first-run-picture">{choice.picture}</span>
            <b>{choice.title}</b>
            <small className="muted">{choice.note}</small>
          </label>
        ))}
      </div>
      <div className="button-row">
        <ButtonLink variant="contained" to="/admin/solutions" hash={addHash(chosen?.start)}>
          {chosen?.buttonLabel}
        </ButtonLink>
        <ButtonLink color="inherit" to="/admin/solutions" hash={addHash()}>
          See all templates
        </ButtonLink>
      </div>
    </>
  );
}

/** Nodes in a row, by the names of their colours. */
function Nodes({ kinds }: { readonly kinds: readonly string[] }) {
  return kinds.map((kind) => <i key={kind} style={{ background: `var(--al-node-${kind})` }} />);
}
