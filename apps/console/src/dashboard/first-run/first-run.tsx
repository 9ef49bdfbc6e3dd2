import Button from "@mui/material/Button";
import { useState } from "react";
import type { ReactNode } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useResource } from "../../api/use-resource.ts";
import { setHidden, useMarks } from "../../parts/first-run/first-run-marks.ts";
import { ButtonLink } from "../../ui/button-link.ts";
import { clock, shortDate } from "../../ui/format/dates.ts";
import { Icon, type IconName } from "../../ui/icons/icon.tsx";
import { DrawChoices } from "./draw-choices.tsx";
import { FirstRunAside } from "./first-run-aside.tsx";
import { firstRunSteps, isFirstRun, isNew, type FirstRunStep } from "./first-run-steps.ts";
import "./first-run.css";

const icons: Readonly<Record<FirstRunStep["name"], IconName>> = {
  Draw: "solutions",
  Test: "test",
  Release: "rocket",
  Call: "api",
  Watch: "executions",
};

const stepTitles: Readonly<Record<FirstRunStep["name"], string>> = {
  Draw: "Draw",
  Test: "Test",
  Release: "Release",
  Call: "Call",
  Watch: "Watch",
};

/** The five steps to a first decision, for those who may draw one. Nothing once the organisation decides. */
export function FirstRun() {
  const profile = useProfile();
  const { organisationWss } = profile._embedded;
  const marks = useMarks(organisationWss);
  const [opened] = useState(() => new Date());
  const mayDraw = linkFor(profile, "solutions", "POST") !== undefined && marks.isHidden !== true;
  const href = (rel: string, isWanted: boolean) => (isWanted ? linkFor(profile, rel, "GET") : undefined);
  // Loaded again when the user comes back to this window, which is when something may have happened.
  const solutions = useResource("solutions.list", { href: href("solutions", mayDraw), query: { limit: 1, sort: "createdDate" } });
  const solution = solutions.data?.items[0]?._embedded;
  // Versions and executions are loaded only for users who may be new.
  const mayBeFirst = mayDraw && solutions.data !== undefined && isNew(solution, opened);
  const versions = useResource("versions.list", { href: href("versions", mayBeFirst), query: { limit: 1 } });
  const executions = useResource("executions.list", { href: href("executions", mayBeFirst), query: { limit: 1 } });
  if (!mayBeFirst || versions.data === undefined || executions.data === undefined) return null;
  const version = versions.data.items[0]?._embedded;
  const execution = executions.data.items[0]?._embedded;
  const facts = {
    marks,
    ...(solution === undefined ? {} : { solution }),
    ...(version === undefined ? {} : { version }),
    ...(execution === undefined ? {} : { execution }),
  };
  if (!isFirstRun(facts, opened)) return null;
  return (
    <StepList
      steps={firstRunSteps(facts)}
      action={(name) => actionOf(name, solution?.webSafeString)}
      aside={<FirstRunAside />}
      onHide={() => setHidden(organisationWss, true)}
    />
  );
}

/** Where each step is done; a flow is tested in the editor, which has a window of its own. */
const pages = {
  Release: { to: "/admin/solutions", text: "Open versions" },
  Call: { to: "/admin/users", text: "Create a key" },
  Watch: { to: "/admin/executions", text: "Open executions" },
} as const satisfies Record<Exclude<FirstRunStep["name"], "Draw" | "Test">, { readonly to: string; readonly text: string }>;

function actionOf(name: FirstRunStep["name"], solutionWss: string | undefined): ReactNode {
  if (name === "Draw") return <DrawChoices />;
  if (name === "Test") {
    return (
      <Button variant="contained" href={`/solution/${solutionWss ?? ""}`} target="_blank">
        Open the editor
      </Button>
    );
  }
  const { to, text } = pages[name];
  return (
    <ButtonLink variant="contained" to={to}>
      {text}
    </ButtonLink>
  );
}

interface StepListProps {
  readonly steps: readonly FirstRunStep[];
  readonly action: (name: FirstRunStep["name"]) => ReactNode;
  readonly aside?: ReactNode;
  readonly onHide: () => void;
}

export function StepList({ steps, action, aside, onHide }: StepListProps) {
  const current = steps.find(({ isDone }) => !isDone)?.name;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="first-run" aria-labelledby="first-run">
      <header>
        <div>
          <h2 id="first-run" className="page-heading">
            Your first decision
          </h2>
          <p>Five steps, about ten minutes. Each is ticked when it happens, wherever in Airlock you do it.</p>
        </div>
        <div className="first-run-done">
          {done} of {steps.length} done
          <span className="first-run-bar" aria-hidden="true">
            {steps.map(({ name }, index) => (
              <i key={name} className={index < done ? "on" : ""} />
            ))}
          </span>
        </div>
      </header>
      <ol className="card">
        {steps.map((step, index) => (
          <li
            key={step.name}
            className={step.isDone ? "is-done" : step.name === current ? "is-current" : ""}
            aria-current={step.name === current ? "step" : undefined}
          >
            <span className="first-run-mark">{step.isDone ? <Icon name="check" size={16} /> : index + 1}</span>
            <div className="grow first-run-text">
              <h3>
                {stepTitles[step.name]}
                {step.isDone && <span className="sr">, done</span>}
              </h3>
              <p>{step.text}</p>
              {step.name === current && <div className="first-run-action">{action(step.name)}</div>}
            </div>
            {step.date !== undefined ? (
              <time dateTime={step.date}>{whenText(step.date)}</time>
            ) : (
              !step.isDone && step.name !== current && <Icon name={icons[step.name]} size={16} />
            )}
          </li>
        ))}
      </ol>
      {aside}
      <footer>
        You can show this list again from Help.
        <Button size="small" color="inherit" onClick={onHide}>
          Hide
        </Button>
      </footer>
    </section>
  );
}

function whenText(date: string): string {
  const at = new Date(date);
  return at.toDateString() === new Date().toDateString() ? clock(at) : shortDate(date);
}
