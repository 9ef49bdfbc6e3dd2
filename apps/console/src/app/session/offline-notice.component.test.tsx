import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { OfflineNotice } from "./offline-notice.tsx";

test("says that the browser is offline until the network is back", async () => {
  await render(<OfflineNotice />);
  const notice = page.getByText("You are offline. Changes are not sent until the connection is back.");
  expect(notice.elements()).toEqual([]);
  window.dispatchEvent(new Event("offline"));
  await expect.element(notice).toBeVisible();
  window.dispatchEvent(new Event("online"));
  await expect.element(notice).not.toBeInTheDocument();
});
