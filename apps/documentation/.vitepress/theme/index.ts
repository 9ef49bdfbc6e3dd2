import theme from "vitepress/theme-without-fonts";
import { h } from "vue";
import "./style.css";

/** The console is another application at the same origin, so VitePress must not route the link itself. */
const consoleLink = () => h("a", { class: "console-link", href: "/admin", target: "_self" }, "Console");

/** VitePress's own theme in the console's colours, with system fonts: nothing is loaded from other sites. */
export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { "nav-bar-content-after": consoleLink, "nav-screen-content-after": consoleLink }),
};
