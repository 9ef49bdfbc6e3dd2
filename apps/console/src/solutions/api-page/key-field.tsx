import Button from "@mui/material/Button";
import { Menu } from "../../ui/overlays/menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { useAllPages } from "../../api/use-all-pages.ts";

interface KeyFieldProps {
  readonly value: string;
  readonly onChange: (key: string) => void;
  readonly problem: string | undefined;
}

const lifeMillis = 3_600_000;

/** The key that the call is made with: pasted, or made for an hour by those who may make keys. */
export function KeyField({ value, onChange, problem }: KeyFieldProps) {
  return (
    <div className="try-key">
      <TextField
        label="Key of a system account"
        type="password"
        required
        value={value}
        placeholder="alk_"
        error={problem !== undefined}
        helperText={problem ?? "Kept in this window until it is reloaded, and sent only to the runtimes."}
        onChange={(event) => onChange(event.target.value.trim())}
        slotProps={{
          htmlInput: { autoComplete: "off", spellCheck: false, "data-1p-ignore": true },
          inputLabel: { shrink: true },
        }}
      />
      <MakeKey onMade={onChange} />
    </div>
  );
}

/** System accounts of the user's organisation for which the user may create keys. */
function useAccounts() {
  const profile = useProfile();
  const href = linkFor(profile, "users", "GET");
  const { organisationWss } = profile._embedded;
  const { data } = useAllPages("users.list", {
    queryKey: ["users", href, "system accounts"],
    href,
    query: { type: "System account", organisationWss },
  });
  return (data?.items ?? []).flatMap((account) => {
    const keys = linkFor(account, "keys", "POST");
    return keys === undefined ? [] : [{ id: account._embedded.webSafeString, name: account._embedded.name, keys }];
  });
}

function MakeKey({ onMade }: { readonly onMade: (key: string) => void }) {
  const client = useClient();
  const messages = useMessages();
  const accounts = useAccounts();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (accounts.length === 0) return null;
  const make = async (href: string, name: string) => {
    setAnchor(null);
    try {
      const body = { name: "Tried in the console", expires: new Date(Date.now() + lifeMillis).toISOString() };
      const made = await client.post("user.keys.create", href, { body });
      onMade(made._embedded.secret);
      messages.success(`A key of ${name} was created; it expires in an hour`);
    } catch (error) {
      tellProblem(messages, error);
    }
  };
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon name="key" size={16} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Create a 1-hour key
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { "aria-label": "System account" } }}
      >
        {accounts.map(({ id, name, keys }) => (
          <MenuItem key={id} onClick={() => void make(keys, name)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
