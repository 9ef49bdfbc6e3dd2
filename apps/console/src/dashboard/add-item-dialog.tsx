import type { DashboardItem } from "@airlock/contract";
import Autocomplete from "@mui/material/Autocomplete";
import InputAdornment from "@mui/material/InputAdornment";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { addressOf } from "../api/address-of.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useAllPages } from "../api/use-all-pages.ts";
import { itemTypes } from "./item-types.ts";
import { rangeConfig } from "./item-range.ts";
import type { Range } from "../parts/time-range/usage-range.ts";
import { RangeToggle } from "../parts/time-range/span-fields.tsx";

type Config = DashboardItem["config"];

interface Choice {
  /** `ALL`, or a version. */
  readonly key: string;
  readonly title: string;
  readonly label: string;
}

const titleOf = (type: Config["type"], choice: Choice) => itemTypes.find((one) => one.type === type)?.titled(choice.title) ?? choice.title;

const all: Choice = { key: "ALL", title: "All deployed solutions", label: "ALL" };

interface AddItemDialogProps {
  readonly onAdd: (config: Config) => void;
  readonly onClose: () => void;
}

export function AddItemDialog({ onAdd, onClose }: AddItemDialogProps) {
  const href = linkFor(useProfile(), "versions", "GET");
  const [type, setType] = useState<Config["type"]>("DeployedUsageStats");
  const [choice, setChoice] = useState(all);
  const [title, setTitle] = useState(all.title);
  const [range, setRange] = useState<Range>("DAY");
  const versions = useAllPages("versions.listAll", {
    queryKey: ["deployed", href, "choices"],
    href: href === undefined ? undefined : addressOf("versions.listAll"),
  });
  const choices = [
    all,
    ...(versions.data?.items ?? []).map(({ _embedded: { webSafeString, solutionName, versionName } }) => {
      const name = `${solutionName}, ${versionName}`;
      return { key: webSafeString, title: name, label: name };
    }),
  ];
  const wrong = title.trim() === "";
  const choose = (nextType: Config["type"], next: Choice) => {
    // A title that was typed stays; one that was proposed follows the choice.
    if (title.trim() === "" || title === titleOf(type, choice)) setTitle(titleOf(nextType, next));
    setType(nextType);
    setChoice(next);
  };
  const submit = () => {
    if (!wrong) onAdd({ type, key: choice.key, ...rangeConfig(range), title: title.trim(), location: "" });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Add a dashboard item"
      onSubmit={submit}
      submitLabel="OK"
      canSubmit={!wrong}
      formClass="dashboard-dialog"
    >
      <TextField
        label="Show"
        select
        value={type}
        onChange={(event) => choose(itemTypes.find((one) => one.type === event.target.value)?.type ?? type, choice)}
      >
        {itemTypes.map((one) => (
          <MenuItem key={one.type} value={one.type}>
            {one.label}
          </MenuItem>
        ))}
      </TextField>
      <Autocomplete
        options={choices}
        value={choice}
        onChange={(_event, next) => choose(type, next)}
        disableClearable
        getOptionLabel={({ label }) => label}
        getOptionKey={({ key }) => key}
        isOptionEqualToValue={(one, other) => one.key === other.key}
        loading={versions.isPending}
        loadingText="Loading versions"
        noOptionsText="No version matches"
        popupIcon={<Icon name="down" size={16} />}
        renderInput={(parameters) => (
          <TextField
            {...parameters}
            label="Solution and version"
            error={versions.isError}
            helperText={
              versions.isError
                ? "The versions cannot be read now. ALL counts every deployed version."
                : "ALL counts every deployed version."
            }
            slotProps={{
              ...parameters.slotProps,
              input: {
                ...parameters.slotProps.input,
                startAdornment: (
                  <InputAdornment position="start">
                    <Icon name="search" size={16} />
                  </InputAdornment>
                ),
              },
              inputLabel: { ...parameters.slotProps.inputLabel, shrink: true },
            }}
          />
        )}
      />
      <TextField
        label="Title"
        required
        value={title}
        error={wrong}
        helperText={wrong ? "Enter a title" : undefined}
        onChange={(event) => setTitle(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
      />
      <div className="dashboard-dialog-range">
        <span className="field-label">Range</span>
        <RangeToggle value={range} onChange={setRange} />
      </div>
    </FormDialog>
  );
}
