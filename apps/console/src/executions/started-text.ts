export { startedText } from "../ui/format/started-text.ts";
