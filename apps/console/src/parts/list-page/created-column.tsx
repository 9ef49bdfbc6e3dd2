import type { Resource } from "@airlock/contract";
import { DateText } from "../../ui/format/date-text.tsx";
import type { Column } from "./column.ts";

/** When each row was made. */
export const createdColumn: Column<Resource<{ readonly createdDate: string }>> = {
  name: "createdDate",
  title: "Created",
  place: "when",
  sortable: true,
  width: 170,
  show: ({ _embedded }) => <DateText date={_embedded.createdDate} />,
  text: ({ _embedded }) => _embedded.createdDate,
};
