import { setLocale } from "@airlock/flow/locale";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ChannelOptions } from "./channel-options.tsx";
import type { Channel } from "./chart/chart-spec.ts";

afterEach(() => setLocale([]));

const field = { name: "application.Income", origin: "application", type: "Float", min: 0, max: 100, distinct: 2, nulls: 0 } as const;

test("the step is shown and read as the user's locale writes numbers", async () => {
  setLocale(["de-DE"]);
  const steps: (number | undefined)[] = [];
  function Options() {
    const [channel, setChannel] = useState<Channel>({ field: field.name, type: "quantitative", bin: { step: 2.5 } });
    const change = (next: Channel) => {
      setChannel(next);
      steps.push(next.bin?.step);
    };
    return <ChannelOptions title="X axis" channel={channel} field={field} hasBars={false} onChange={change} onRemove={() => undefined} />;
  }
  await render(<Options />);
  await userEvent.click(page.getByRole("button", { name: "X axis options" }));
  const step = page.getByLabelText("Step", { exact: true });
  await expect.element(step).toHaveValue("2,5");
  await userEvent.fill(step, "1.250,5");
  expect(steps).toEqual([1250.5]);
  await userEvent.fill(step, "0");
  await expect.element(page.getByText("Enter a number above 0")).toBeVisible();
  expect(steps).toEqual([1250.5]);
});
