import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import { Menu } from "../../ui/overlays/menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import type { RowAction } from "./column.ts";

/** The actions of a row. A disabled button shows the reason. */
export function RowActions({ actions }: { readonly actions: readonly RowAction[] }) {
  return (
    <div className="row-actions">
      {actions.map(({ icon, label, run, disabled }) => (
        <Tooltip key={label} title={disabled ?? label}>
          <span>
            <IconButton size="small" aria-label={label} disabled={disabled !== undefined} onClick={run}>
              <Icon name={icon} size={16} />
            </IconButton>
          </span>
        </Tooltip>
      ))}
    </div>
  );
}

/** The same behind one button. */
export function RowMenu({ name, actions }: { readonly name: string; readonly actions: readonly RowAction[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;
  return (
    <>
      <IconButton
        aria-label={`More actions for ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} container={() => anchor?.closest("main") ?? null}>
        {actions.flatMap(({ icon, label, run, disabled, note, isDanger = false }) => [
          isDanger && <Divider key={`before ${label}`} />,
          <MenuItem
            key={label}
            className={isDanger ? "row-menu-danger" : ""}
            disabled={disabled !== undefined}
            onClick={() => {
              setAnchor(null);
              run();
            }}
          >
            <Icon name={icon} size={16} />
            <span className="row-menu-text">
              {label}
              {disabled !== undefined && <small>{disabled}</small>}
            </span>
            {note !== undefined && <small className="row-menu-note">{note}</small>}
          </MenuItem>,
        ])}
      </Menu>
    </>
  );
}
