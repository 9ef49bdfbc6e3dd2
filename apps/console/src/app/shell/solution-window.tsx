import { SolutionPage } from "../../solutions/editor/solution-page.tsx";
import { WindowMenuContext } from "../../ui/window-menu-context.ts";
import { WindowMenu } from "./window-menu.tsx";

const menu = <WindowMenu />;

/** The solution editor in a window of its own, with the menu. */
export function SolutionWindow() {
  return (
    <WindowMenuContext value={menu}>
      <SolutionPage />
    </WindowMenuContext>
  );
}
