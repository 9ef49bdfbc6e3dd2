import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import { Popover } from "../../ui/overlays/popover.tsx";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { channelTitles, type Channel, type ChannelType } from "./chart/chart-spec.ts";
import { defaultStep, kindOf, mayBin, mayLog, type KnownField } from "./field-kind.ts";
import { IconAction } from "../../ui/icon-action.tsx";
import { numberToType, typedNumber } from "../../ui/format/typed-number.ts";

const typeTexts: Readonly<Record<ChannelType, string>> = { quantitative: "A measure", ordinal: "Each value separately", nominal: "Words" };

/** Undefined for a text that is no number above 0. */
function stepOf(text: string): number | undefined {
  const step = typedNumber(text, { min: 0 });
  return step === 0 ? undefined : step;
}

interface ChannelOptionsProps {
  /** 'X axis' */
  readonly title: string;
  readonly channel: Channel;
  readonly field: KnownField;
  /** Under bars a measure on X is always in steps, and linear. */
  readonly hasBars: boolean;
  readonly onChange: (channel: Channel) => void;
  readonly onRemove: () => void;
}

/** How a zone reads its field: grouped into steps, on a log scale. */
export function ChannelOptions({ title, channel, field, hasBars, onChange, onRemove }: ChannelOptionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [typed, setTyped] = useState<string>();
  const { bin: _bin, scale: _scale, ...plain } = channel;
  const types: readonly ChannelType[] = kindOf(field) === "nominal" ? ["nominal"] : ["quantitative", "ordinal"];
  const withStep = (step: number | undefined) => {
    const { bin: _old, ...rest } = channel;
    onChange(step === undefined ? rest : { ...rest, bin: { step } });
  };
  const withLog = (on: boolean) => {
    const { scale: _old, ...rest } = channel;
    onChange(on ? { ...rest, scale: { type: "log" } } : rest);
  };
  const isAcross = hasBars && title === channelTitles.x;
  const step = typed ?? (channel.bin === undefined ? "" : numberToType(channel.bin.step));
  const isWrong = typed !== undefined && stepOf(typed) === undefined;
  return (
    <>
      <IconAction
        icon="more"
        iconSize={16}
        label={`${title} options`}
        size="small"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => {
          setAnchor(null);
          setTyped(undefined);
        }}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { className: "vi-options", role: "dialog", "aria-label": `${title} options` } }}
      >
        <TextField
          select
          label="Read as"
          value={channel.type}
          disabled={types.length === 1}
          onChange={(event) => onChange({ ...plain, type: types.find((type) => type === event.target.value) ?? channel.type })}
          slotProps={{ inputLabel: { shrink: true } }}
        >
          {types.map((type) => (
            <MenuItem key={type} value={type}>
              {typeTexts[type]}
            </MenuItem>
          ))}
        </TextField>
        <FormControlLabel
          control={<Switch checked={channel.bin !== undefined} onChange={(_event, on) => withStep(on ? defaultStep(field) : undefined)} />}
          label="Group into steps"
          disabled={!mayBin(channel) || (isAcross && channel.type === "quantitative")}
        />
        {channel.bin !== undefined && (
          <TextField
            label="Step"
            value={step}
            error={isWrong}
            helperText={isWrong ? "Enter a number above 0" : isAcross ? "The width of a bar" : "A quarter of the range to begin with"}
            onChange={(event) => {
              setTyped(event.target.value);
              const next = stepOf(event.target.value);
              if (next !== undefined) withStep(next);
            }}
            slotProps={{ htmlInput: { inputMode: "decimal" }, inputLabel: { shrink: true } }}
          />
        )}
        <FormControlLabel
          control={<Switch checked={channel.scale !== undefined} onChange={(_event, on) => withLog(on)} />}
          label="Log scale"
          disabled={!mayLog(channel) || isAcross}
        />
        <Button
          size="small"
          startIcon={<Icon name="x" size={14} />}
          onClick={() => {
            setAnchor(null);
            onRemove();
          }}
        >
          Remove from {title}
        </Button>
      </Popover>
    </>
  );
}
