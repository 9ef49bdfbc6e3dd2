import Button from "@mui/material/Button";
import { useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { itemAddress } from "../api/calls.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { AddButton } from "../parts/list-page/add-button.tsx";
import { Table } from "../parts/list-page/table.tsx";
import type { TableSearch } from "../parts/list-page/table-search.ts";
import { useList } from "../parts/list-page/use-list.ts";
import { useOwnSearch } from "../parts/list-page/use-own-search.ts";
import { NoAccess } from "../parts/no-access.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { PageWithPanel } from "../ui/page-with-panel.tsx";
import { State } from "../ui/state.tsx";
import { AddListDialog } from "./add-list-dialog.tsx";
import { listColumns } from "./list-columns.tsx";
import { ListPanel } from "./list-panel.tsx";
import { nameOf } from "../parts/list-page/row-names.ts";
import "./lists.css";

export function ListsPage() {
  const href = linkFor(useProfile(), "lists", "GET");
  return href === undefined ? <NoAccess icon="lists" noun="lists" needs={["list.read"]} /> : <Lists href={href} />;
}

/** The lists of the organisation, and the opened one beside them. */
function Lists({ href }: { readonly href: string }) {
  const create = linkFor(useProfile(), "lists", "POST");
  const search = useSearch({ from: "/signed-in/admin/lists" });
  const { list: opened, ...closed } = search;
  const onSearch = useOwnSearch<TableSearch & { readonly list?: string }>();
  const open = (key: string | undefined) => onSearch(key === undefined ? closed : { ...closed, list: key });
  const lists = useList("lists.list", { name: "lists.list", href, search, onSearch });
  const [adding, setAdding] = useState<File | "empty">();
  const chooser = useRef<HTMLInputElement>(null);
  const importButton = (
    <Button variant="outlined" color="inherit" startIcon={<Icon name="upload" size={16} />} onClick={() => chooser.current?.click()}>
      Import CSV
    </Button>
  );
  return (
    <PageWithPanel className="lists" isOpen={opened !== undefined}>
      <Table
        noun={{ one: "list", many: "lists" }}
        label="Lists"
        columns={listColumns(opened)}
        list={lists}
        rowName={nameOf}
        onAdd={create === undefined ? undefined : () => setAdding("empty")}
        opening={{ key: opened, onOpen: open }}
        {...(create === undefined ? {} : { filters: { names: [], controls: importButton } })}
        empty={
          <State
            icon="lists"
            title="No lists yet"
            actions={
              create !== undefined && (
                <>
                  <AddButton onAdd={() => setAdding("empty")} />
                  {importButton}
                </>
              )
            }
          >
            <p>
              A list is a set of keys, such as phone numbers, or a table that returns values for a key, such as the risk of a postcode. It
              has versions that take effect by date.
            </p>
          </State>
        }
      />
      {opened !== undefined && <ListPanel key={opened} href={itemAddress(href, opened) ?? ""} onClose={() => open(undefined)} />}
      {create !== undefined && (
        <input
          ref={chooser}
          className="sr"
          type="file"
          tabIndex={-1}
          aria-label="CSV file of a new list"
          accept=".csv,.tsv,.txt,.gz,text/csv"
          onChange={(event) => {
            setAdding(event.target.files?.[0]);
            // Reset, so that choosing the same file again fires a change event.
            event.target.value = "";
          }}
        />
      )}
      {adding !== undefined && create !== undefined && (
        <AddListDialog
          href={create}
          file={adding === "empty" ? undefined : adding}
          onAdded={(key) => {
            setAdding(undefined);
            open(key);
          }}
          onClose={() => setAdding(undefined)}
        />
      )}
    </PageWithPanel>
  );
}
