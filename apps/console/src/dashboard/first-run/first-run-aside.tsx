import { Link } from "@tanstack/react-router";
import { holds, linkFor } from "../../api/session/permissions.ts";
import { useProfile, useSession } from "../../api/session/use-session.ts";
import { CopyIconButton } from "../../ui/copy-icon-button.tsx";
import { documentationAddress } from "../../ui/documentation-address.ts";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";

/** Outcomes of some days, as the dashboard shows them. */
const days = [3, 5, 6, 6, 7, 6, 3, 2, 5, 7, 8, 7, 8, 7, 3, 3, 7, 9, 10, 9, 10, 9, 4, 4, 8, 11, 12, 11, 12, 11];

/** Beside the steps: sample data to look at, and what an administrator sets up. */
export function FirstRunAside() {
  return (
    <aside className="first-run-aside" aria-label="Other ways to start">
      <SampleData />
      <Administration />
    </aside>
  );
}

function SampleData() {
  const command = useSession().config?.sampleDataCommand;
  return (
    <section className="card" aria-labelledby="first-run-sample">
      <div className="first-run-days" aria-hidden="true">
        {days.map((height, day) => (
          // oxlint-disable-next-line react/no-array-index-key -- the days have no other key, and never change.
          <i key={day} style={{ height: `${height * 6}px` }} />
        ))}
      </div>
      <h3 id="first-run-sample">Explore with sample data</h3>
      {command === undefined ? (
        <p>
          Look around first. On a machine of your own, one command starts Airlock with Harbour Bank, an organisation that has been in use
          for 30 days:
        </p>
      ) : (
        <p>Look around first. One command adds Harbour Bank, a separate organisation that has been in use for 30 days:</p>
      )}
      <ul>
        <li>
          <b>{number(3)}</b> solutions with releases
        </li>
        <li>
          <b>{number(200_000)}</b> executions and one incident
        </li>
        <li>
          <b>{number(2)}</b> predictions, one drifting
        </li>
        <li>
          <b>{number(7)}</b> users with different roles
        </li>
      </ul>
      {command === undefined ? (
        <p className="faint">
          <a href={`${documentationAddress}guides/demo`}>How to start it</a>
        </p>
      ) : (
        <>
          <div className="first-run-command">
            <code>{command}</code>
            <CopyIconButton noun="Command" text={command} />
          </div>
          <p className="faint">
            Your own organisation stays as it is. <a href={`${documentationAddress}guides/demo`}>About the sample data</a>
          </p>
        </>
      )}
    </section>
  );
}

/** Only what this user may do. */
function Administration() {
  const profile = useProfile();
  const mayInvite = linkFor(profile, "users", "POST") !== undefined;
  const mayKeep = holds(profile, "organisations.list") && holds(profile, "organisation.update");
  if (!mayInvite && !mayKeep) return null;
  return (
    <section className="card" aria-labelledby="first-run-administration">
      <h3 id="first-run-administration">For administrators</h3>
      <ul className="first-run-links">
        {mayInvite && (
          <li>
            <Link to="/admin/users">
              <Icon name="users" size={16} />
              Invite users
              <Icon name="right" size={14} />
            </Link>
          </li>
        )}
        {mayKeep && (
          <li>
            <Link to="/admin/organisations">
              <Icon name="clock" size={16} />
              Set execution retention
              <Icon name="right" size={14} />
            </Link>
          </li>
        )}
        <li>
          <a href={`${documentationAddress}reference/settings`}>
            <Icon name="mail" size={16} />
            Check the settings of mail
            <Icon name="right" size={14} />
          </a>
        </li>
      </ul>
    </section>
  );
}
