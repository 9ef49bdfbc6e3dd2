import theme from "vitepress/theme-without-fonts";
import { h } from "vue";
import "./style.css";

/** The console is another site at the same origin, so VitePress must not take the link for a page of its own. */
const consoleLink = () => h("a", { class: "console-link", href: "/admin", target: "_self" }, "Console");

/** VitePress's own theme in the console's colours, with the fonts of the machine: nothing is loaded from elsewhere. */
export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { "nav-bar-content-after": consoleLink, "nav-screen-content-after": consoleLink }),
};
