import type { Imported } from "@airlock/interchange";
import { emptyDefinition, newLink, newNode } from "@airlock/flow";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { DragEvent, MouseEvent, ReactNode } from "react";
import { tellRefusal } from "../api/tell-problem.ts";
import { ownFile } from "../parts/first-run/start-hash.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { useSubmission } from "../parts/forms/use-submission.ts";
import { counted } from "../ui/format/numbers.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { FlowThumbnail } from "./flow-thumbnail.tsx";
import { ImportReportDialog } from "./import/import-report-dialog.tsx";
import { readSolutionFile } from "./import/read-solution-file.ts";
import { loadTemplates, type Template, type TemplateList } from "./templates.ts";
import type { NewSolution } from "./use-solutions.ts";
import type { Solution } from "../parts/versions/resources.ts";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";
import "./add-solution-dialog.css";

const usualName = "New Solution";
const usualDescription = "New solution description";
/** Keys of the starts that are no template. */
const blankKey = "blank";

/** Start and End, so that it can be run from the first moment. */
function blank(): Template {
  const empty = emptyDefinition();
  const [start] = empty.solutionDefinition.nodes;
  const end = newNode("End", "end", 500, 200);
  const links = start === undefined ? [] : [newLink("start-end", start, end)];
  const { nodes, zoom } = empty.solutionDefinition;
  const definition = { ...empty, solutionDefinition: { nodes: [...nodes, end], links, zoom } };
  return { key: blankKey, name: "Blank", description: "Start and End, nothing else", definition };
}

interface AddSolutionDialogProps {
  /** The key of a template that is chosen at first, or `file` for a file of the user; default blank. */
  readonly startWith?: string | undefined;
  /** `lists`: those that a template brings. */
  readonly create: (body: NewSolution, lists?: readonly TemplateList[]) => Promise<Solution>;
  readonly onAdded: (made: Solution) => void;
  readonly onClose: () => void;
}

/** A new solution from an empty drawing, a template or a file. */
export function AddSolutionDialog({ startWith, create, onAdded, onClose }: AddSolutionDialogProps) {
  const templates = useQuery({ queryKey: ["templates"], queryFn: loadTemplates, staleTime: Number.POSITIVE_INFINITY });
  // The name is proposed and selected when the dialog opens, so it waits for the template that it is proposed by. Offline, templates are not loaded.
  const isLoading = templates.isPending && templates.fetchStatus !== "paused";
  const [isShown, setShown] = useState(false);
  // Once shown it stays: when the network is back the templates are loading again, and the form has what was typed.
  if (!isShown && startWith !== undefined && startWith !== "" && startWith !== ownFile && isLoading) return null;
  if (!isShown) setShown(true);
  const first = templates.data?.find(({ key }) => key === startWith) ?? blank();
  return <AddSolutionForm first={first} isFileFirst={startWith === ownFile} templates={templates} {...{ create, onAdded, onClose }} />;
}

interface AddSolutionFormProps extends Omit<AddSolutionDialogProps, "startWith"> {
  readonly first: Template;
  readonly isFileFirst: boolean;
  readonly templates: UseQueryResult<readonly Template[]>;
}

function AddSolutionForm({ first, isFileFirst, templates, create, onAdded, onClose }: AddSolutionFormProps) {
  const [name, setName] = useState(first.key === blankKey ? usualName : first.name);
  const [description, setDescription] = useState(first.key === blankKey ? usualDescription : first.description);
  const [start, setStart] = useState(first);
  const [problem, setProblem] = useState<string>();
  const messages = useMessages();
  const submission = useSubmission((error) => tellRefusal(messages, error, setProblem));
  const [converted, setConverted] = useState<{ readonly file: File; readonly imported: Imported }>();

  const choose = (next: Template) => {
    // A typed name is kept; a proposed one follows the choice.
    if (name === usualName || name === start.name) setName(next.key === blankKey ? usualName : next.name);
    if (description === usualDescription || description === start.description) {
      setDescription(next.key === blankKey ? usualDescription : next.description);
    }
    setStart(next);
    setProblem(undefined);
  };
  const readFile = async (file: File) => {
    const read = await readSolutionFile(file);
    if (read.kind === "solution") choose({ key: ownFile, name: read.name, description: "From a file", definition: read.definition });
    else if (read.kind === "converted") setConverted({ file, imported: read.imported });
    else setProblem(read.problem);
  };
  const isProposed = name === usualName || name === start.name;
  const submit = () => {
    if (name.trim() === "") return;
    void submission.submit(async () => {
      setProblem(undefined);
      const { definition, lists } = start;
      onAdded(await create({ name: name.trim(), description: description.trim(), definition }, lists));
    });
  };
  if (converted !== undefined) {
    const createConverted = async (body: Parameters<typeof create>[0]) => onAdded(await create(body));
    return <ImportReportDialog {...converted} create={createConverted} onClose={() => setConverted(undefined)} />;
  }
  const shownBlank = blank();
  const isFile = start.key === ownFile;
  return (
    <FormDialog
      onClose={onClose}
      title="Add a solution"
      subtitle="Start from an empty drawing, a template or a file. Every template comes with test data."
      width={880}
      hint={contents(start)}
      onSubmit={submit}
      submitLabel="Create"
      canSubmit={name.trim() !== "" && !submission.isSending}
      formClass="as-form"
    >
      <div className="as-cards" role="radiogroup" aria-label="Start from">
        <Card template={shownBlank} chosen={start.key === blankKey} onChoose={choose} />
        {templates.data?.map((template) => (
          <Card key={template.name} template={template} chosen={!isFile && start.name === template.name} onChoose={choose} />
        ))}
        {templates.isPending && Array.from({ length: 6 }, (_, index) => <Skeleton key={index} variant="rounded" height={168} />)}
        <FileCard chosen={isFile ? start : undefined} isFirst={isFileFirst} onFile={(file) => void readFile(file)} />
      </div>
      {templates.isError && <FaultPanel error={templates.error} onRetry={() => void templates.refetch()} />}
      <div className="as-names">
        {problem !== undefined && (
          <p className="notice error as-problem" role="alert">
            {problem}
          </p>
        )}
        <TextField
          label="Name"
          required
          {...(isFileFirst ? {} : { inputRef: focusWhenShown })}
          value={name}
          error={name.trim() === ""}
          helperText={name.trim() === "" ? "Enter a name" : undefined}
          onChange={(event) => setName(event.target.value)}
          // A proposed name is selected, so that typing replaces it.
          onFocus={(event) => {
            if (isProposed) event.target.select();
          }}
          slotProps={{ htmlInput: { maxLength: 200, onMouseDown: focusFirst }, inputLabel: { shrink: true } }}
        />
        <TextField
          label="Description"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 2000 }, inputLabel: { shrink: true } }}
        />
      </div>
    </FormDialog>
  );
}

/** A click into the field selects its text as the keyboard does; a second one puts the caret. */
function focusFirst(event: MouseEvent<HTMLInputElement>): void {
  if (document.activeElement === event.currentTarget) return;
  event.preventDefault();
  event.currentTarget.focus();
}

function contents({ name, definition }: Template): string {
  const { nodes } = definition.solutionDefinition;
  const fields = definition.applicationDatasetFields.length + definition.runtimeDatasetFields.length;
  const parts = [counted(nodes.length, "node"), counted(fields, "field"), counted(definition.testCases?.length ?? 0, "test")];
  return `${name}: ${parts.join(", ")}`;
}

interface CardProps {
  readonly template: Template;
  readonly chosen: boolean;
  readonly onChoose: (template: Template) => void;
}

function Card({ template, chosen, onChoose }: CardProps) {
  return (
    <label className={chosen ? "as-card on" : "as-card"}>
      <input type="radio" name="start-from" className="sr" checked={chosen} onChange={() => onChoose(template)} />
      <Picture chosen={chosen}>
        <FlowThumbnail definition={template.definition} />
      </Picture>
      {/* Templates are solutions, which are in English in every build. */}
      <span className="as-words" lang={template.key === blankKey ? undefined : "en"}>
        <b>{template.name}</b>
        <small>{template.description}</small>
      </span>
    </label>
  );
}

function Picture({ chosen, children }: { readonly chosen: boolean; readonly children: ReactNode }) {
  return (
    <span className="as-picture">
      {children}
      {chosen && (
        <span className="as-check">
          <Icon name="check" size={12} />
        </span>
      )}
    </span>
  );
}

interface FileCardProps {
  readonly chosen: Template | undefined;
  /** The dialog was opened for a file: it has the focus. */
  readonly isFirst: boolean;
  readonly onFile: (file: File) => void;
}

function FileCard({ chosen, isFirst, onFile }: FileCardProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <button
      {...(isFirst ? { ref: focusWhenShown } : {})}
      type="button"
      className={`as-card as-file${chosen ? " on" : ""}${isOver ? " over" : ""}`}
      onClick={() => input.current?.click()}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Picture chosen={chosen !== undefined}>
        {chosen ? (
          <FlowThumbnail definition={chosen.definition} />
        ) : (
          <span className="as-drop">
            <Icon name="upload" size={20} />
            Drop a .json or .dmn file
          </span>
        )}
      </Picture>
      <span className="as-words">
        <b>{chosen ? chosen.name : "Import from file"}</b>
        <small>A solution saved from Airlock, a DMN file or a JDM file</small>
      </span>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.dmn,.xml,application/json,application/xml,text/xml"
        aria-label="Solution file"
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </button>
  );
}
