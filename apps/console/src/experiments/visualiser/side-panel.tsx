import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { FilterField } from "../../ui/filter-field.tsx";
import { ChannelOptions } from "./channel-options.tsx";
import {
  channelNames,
  channelOf,
  channelTitles,
  isBars,
  usedFields,
  withChannel,
  withField,
  withoutChannel,
  type ChannelName,
} from "./chart/chart-spec.ts";
import { chipClass, FieldChip } from "./field-chip.tsx";
import { isApplication, isCarried, kindOf, plainName, readingOf } from "./field-kind.ts";
import type { Chart } from "./use-chart.ts";
import { useChipDrag } from "./use-chip-drag.ts";
import { YMeasure } from "./y-measure.tsx";

const zoneWords: Readonly<Record<ChannelName, string>> = { x: "X axis", y: "Y axis", color: "colour", size: "size" };

/** What the flow computed is what a chart is made for; what came in follows. The order is otherwise kept. */
const computedFirst = (one: string, other: string) => Number(isApplication(one)) - Number(isApplication(other));

/** Where fields are dropped, and the fields. */
export function SidePanel({ chart }: { readonly chart: Chart }) {
  const { spec, fields, change } = chart;
  const [found, setFound] = useState("");
  const put = (field: string, at: ChannelName) => {
    const known = fields.get(field);
    if (known !== undefined) change(withField(spec, at, field, kindOf(known)));
  };
  // A chip that was moved by keyboard or menu is rendered in another zone; keyboard focus follows it.
  const moved = useRef<string>(undefined);
  const panel = useRef<HTMLElement>(null);
  const putAndFollow = (field: string, at: ChannelName) => {
    moved.current = field;
    put(field, at);
  };
  useEffect(() => {
    if (moved.current === undefined) return;
    panel.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(moved.current)}"]`)?.focus();
    moved.current = undefined;
  });
  const remove = (at: ChannelName) => change(withoutChannel(spec, at));
  const removeAndFollow = (at: ChannelName) => {
    moved.current = channelOf(spec, at)?.field;
    remove(at);
  };
  const dragging = useChipDrag({ onDrop: put, onOutside: remove });
  const { drag } = dragging;
  const used = usedFields(spec);
  const hasBars = isBars(spec);
  const zones = channelNames.filter((name) => !(hasBars && name === "size"));
  const words = found.trim().toLowerCase();
  const pool = [...fields.keys()].filter((name) => !used.has(name) && name.toLowerCase().includes(words)).toSorted(computedFirst);
  return (
    <aside className="vi-side" aria-label="Fields of the chart" ref={panel}>
      {channelNames.map((name) => {
        // The height of bars has no chip: the select names it.
        const isHeight = hasBars && name === "y";
        const channel = isHeight ? undefined : channelOf(spec, name);
        const field = channel && fields.get(channel.field);
        const takes = zones.includes(name);
        const isOver = drag?.over === name;
        return (
          <section
            key={name}
            className={`vi-zone${isOver ? " over" : ""}${channel === undefined ? " empty" : ""}`}
            data-zone={takes ? name : undefined}
            aria-label={channelTitles[name]}
          >
            <div className="vi-zone-head">
              <h2 className="grow field-label">{channelTitles[name]}</h2>
              {channel && field && (
                <>
                  <span className="faint">{readingOf(channel)}</span>
                  <ChannelOptions
                    title={channelTitles[name]}
                    channel={channel}
                    field={field}
                    hasBars={hasBars}
                    onChange={(next) => change(withChannel(spec, name, next))}
                    onRemove={() => remove(name)}
                  />
                </>
              )}
            </div>
            {name === "y" && <YMeasure spec={spec} fields={fields} onChange={change} />}
            {(!isHeight || isOver) && (
              <div className="vi-slot">
                {channel && (!isOver || drag.from === name) ? (
                  <FieldChip
                    field={channel.field}
                    at={name}
                    zones={zones}
                    dragging={dragging}
                    onPut={putAndFollow}
                    onRemove={() => removeAndFollow(name)}
                  />
                ) : (
                  <span>{isOver ? `Drop to set the ${zoneWords[name]}` : takes ? "Drop a field here" : "Bars are sized by Y"}</span>
                )}
              </div>
            )}
          </section>
        );
      })}
      <h2 className="vi-fields-head">
        Fields
        <span className="colour-key muted size-12 vi-key-of">
          <i className="app" />
          Application
        </span>
        <span className="colour-key muted size-12 vi-key-of">
          <i className="other" />
          Runtime
        </span>
        {[...fields.keys()].some(isCarried) && (
          <span className="colour-key muted size-12 vi-key-of">
            <i className="carried" />
            Carried along
          </span>
        )}
      </h2>
      <FilterField className="vi-find" label="Find a field" value={found} onChange={setFound} />
      <ul className="vi-pool" aria-label="Fields">
        {pool.map((field) => (
          <li key={field}>
            <FieldChip field={field} zones={zones} dragging={dragging} onPut={putAndFollow} />
          </li>
        ))}
        {pool.length === 0 && <li className="size-12 faint">{words === "" ? "Every field is on the chart." : "No field matches."}</li>}
      </ul>
      {drag &&
        createPortal(
          <span className={`${chipClass(drag.field)} drag`} style={{ left: drag.x, top: drag.y }} aria-hidden="true">
            {plainName(drag.field)}
          </span>,
          document.body,
        )}
    </aside>
  );
}
