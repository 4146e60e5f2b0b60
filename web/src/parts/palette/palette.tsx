import { type NavigateOptions, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useClient } from "urql";
import { type Command, useFound } from "./use-found";
import { ranked } from "./rank";
import { useCommands } from "./use-commands";
import { usePlaces } from "@/lib/shell";
import { Foreign } from "../foreign/foreign";
import { Icon } from "../icon/icon";
import css from "./palette.module.css";

/** Goes anywhere and does what may be done, by typing. */
export function Palette({ open, onClose, showKeys }: { open: boolean; onClose: () => void; showKeys: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const client = useClient();
  const id = useId();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const [said, setSaid] = useState("");
  const { suites, found, busy } = useFound(query);
  const places = usePlaces();
  const commands = useCommands({ client, suites, showKeys, say: setSaid, close: onClose });

  const shown = useMemo(() => {
    const goes: Command[] = places.map((p) => ({
      id: p.to,
      name: p.name,
      group: "Go to",
      icon: p.icon,
      also: `g ${p.key}`,
      run: { to: p.to },
    }));
    const known: Command[] = suites.map((s) => ({
      id: `suite ${s.key}`,
      name: s.name,
      note: s.enabled ? s.key : `${s.key} · draft`,
      group: "Suites",
      icon: "suites",
      run: { to: "/suites/$key", params: { key: s.key } },
    }));
    const typed = query.trim() !== "";
    return [
      ...found.filter((f) => f.group === "By id"),
      ...ranked(goes, query, typed ? 6 : 20),
      ...(typed ? ranked(known, query, 6) : []),
      ...found.filter((f) => f.group === "Agents"),
      ...ranked(
        commands.filter((c) => typed || !c.asked),
        query,
        typed ? 8 : 20,
      ),
    ];
  }, [places, suites, found, commands, query]);
  const place = Math.min(at, Math.max(0, shown.length - 1));

  useEffect(() => {
    if (open && dialog.current && !dialog.current.open) dialog.current.showModal();
  }, [open]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [place, shown]);

  const choose = (command: Command | undefined) => {
    if (!command) return;
    if (typeof command.run === "function") {
      command.run();
      if (command.stays) return;
    } else void navigate(command.run as NavigateOptions);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) setAt(Math.max(0, Math.min(shown.length - 1, place + step)));
    else if (event.key === "Home" && event.ctrlKey) setAt(0);
    else if (event.key === "End" && event.ctrlKey) setAt(shown.length - 1);
    else if (event.key === "Enter") choose(shown[place]);
    else return;
    event.preventDefault();
  };
  return (
    // Escape is the keyboard's way out; a press on the veil is the pointer's.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label="Search and commands"
      onClose={onClose}
      onClick={(e) => {
        if (e.target === dialog.current) onClose();
      }}
    >
      <div className={css.field}>
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={shown[place] ? `${id}-${place}` : undefined}
          aria-autocomplete="list"
          placeholder="A screen, a suite, an agent, an id, something to do"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={query}
          onChange={(e) => {
            setQuery(e.target.value);
            setAt(0);
            setSaid("");
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div ref={list} id={id} role="listbox" aria-label="Found" className={css.list}>
        {shown.map((command, i) => (
          <div key={`${command.group} ${command.id}`} role="presentation">
            {shown[i - 1]?.group !== command.group && (
              <p className={css.group} role="presentation">
                {command.group}
              </p>
            )}
            {/* The keyboard stays in the field above. */}
            {/* oxlint-disable-next-line click-events-have-key-events */}
            <div
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === place}
              className={css.option}
              onClick={() => choose(command)}
              onPointerMove={() => setAt(i)}
            >
              <Icon name={command.icon} />
              <span className={css.name}>
                <Foreign text={command.name} />
              </span>
              {command.note && (
                <span className={css.note}>
                  <Foreign text={command.note} />
                </span>
              )}
            </div>
          </div>
        ))}
      </div>
      <p className={css.said} role="status">
        {said || (shown.length === 0 ? (busy ? "Searching" : "Nothing is found under these words.") : "")}
        {!said && shown.length > 0 && <span className="unseen">{shown.length} found</span>}
      </p>
    </dialog>
  );
}
