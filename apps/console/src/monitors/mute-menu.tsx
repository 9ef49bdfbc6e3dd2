import Button from "@mui/material/Button";
import { Menu } from "../ui/overlays/menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { isMuted } from "./monitor-words.ts";
import type { Monitor } from "./use-monitors.ts";

const hour = 3_600_000;
const choices = [
  { label: "For 1 hour", millis: hour },
  { label: "For 4 hours", millis: 4 * hour },
  { label: "For 1 day", millis: 24 * hour },
  { label: "For 1 week", millis: 7 * 24 * hour },
];

/** Sends no mails for a while, or again. */
export function MuteMenu({ monitor, now }: { readonly monitor: Monitor; readonly now: number }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const mute = useAction("monitor.mute", monitor, { changes: ["monitors.list"] });
  if (!mute.isOffered) return null;
  if (isMuted(monitor._embedded, now)) {
    return (
      <Button
        variant="outlined"
        startIcon={<Icon name="bell" size={16} />}
        disabled={mute.isPending}
        onClick={() => mute.mutate({ body: { until: null } })}
      >
        Unmute
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon name="pause" size={16} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={mute.isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Mute...
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {choices.map(({ label, millis }) => (
          <MenuItem
            key={label}
            onClick={() => {
              setAnchor(null);
              mute.mutate({ body: { until: new Date(Date.now() + millis).toISOString() } });
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
