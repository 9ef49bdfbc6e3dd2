import TextField from "@mui/material/TextField";
import { exactDate, shortDate } from "../ui/format/dates.ts";
import { fullName, initials } from "../ui/format/initials.ts";
import { useProfile } from "../api/session/use-session.ts";
import "./profile-page.css";

/** Read-only: names and addresses are kept by the identity provider and the administrator. */
export function ProfilePage() {
  const { firstName, name, emailAddress, lastLoginDate, roles } = useProfile()._embedded;
  return (
    <section className="card profile" aria-label="Profile">
      <div className="profile-who">
        <span className="avatar profile-avatar" aria-hidden="true">
          {initials(firstName, name)}
        </span>
        <div className="grow">
          <h2 className="clip section-title">{fullName(firstName, name)}</h2>
          <p className="faint clip">{roles.length === 0 ? "No roles" : roles.map((role) => role.name).join(", ")}</p>
        </div>
      </div>
      <div className="stack">
        <TextField label="Name" value={fullName(firstName, name)} disabled />
        <TextField label="Email" value={emailAddress} disabled />
        <TextField
          label="Last login"
          value={shortDate(lastLoginDate)}
          disabled
          slotProps={{ htmlInput: { title: exactDate(lastLoginDate) } }}
        />
      </div>
    </section>
  );
}
