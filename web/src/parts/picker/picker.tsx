import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Foreign } from "../foreign/foreign";
import { Icon } from "../icon/icon";
import css from "./picker.module.css";

export interface Choice {
  value: string;
  name: string;
  /** What tells it from others of that name. */
  note?: string;
}

const pause = 150; // ms without a key before the list follows

/** One of many, found by typing: a combobox with its list below. What is chosen is shown as text and can be taken back. */
export function Picker({
  label,
  value,
  name,
  find,
  onChange,
  placeholder = label,
}: {
  label: string;
  value: string | undefined;
  /** What the chosen one is called, once that is known. */
  name?: string;
  find: (text: string) => Promise<readonly Choice[]>;
  onChange: (value: string | undefined) => void;
  placeholder?: string;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [answer, setAnswer] = useState<{ to: string; choices: readonly Choice[] } | null>(null);
  const [active, setActive] = useState(0);
  const [changing, setChanging] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Enter was pressed before the list for what was typed had come: its first one is meant, not what still stands there.
  const eager = useRef(false);
  const found = answer?.choices ?? null;
  const asked = text.trim();

  const close = () => {
    eager.current = false;
    setOpen(false);
    setChanging(false);
    setText("");
    setAnswer(null);
  };
  const choose = (choice: Choice) => {
    close();
    onChange(choice.value);
  };
  const look = useEffectEvent(find);
  const show = useEffectEvent((to: string, choices: readonly Choice[]) => {
    if (eager.current && choices[0]) return choose(choices[0]);
    eager.current = false;
    setAnswer({ to, choices });
    setActive(0);
  });

  useEffect(() => {
    if (!open) return;
    let stopped = false;
    const timer = setTimeout(
      () =>
        void look(asked).then((choices) => {
          if (!stopped) show(asked, choices);
        }),
      asked === "" ? 0 : pause,
    );
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [open, asked]);

  const onKeyDown = (event: KeyboardEvent) => {
    const last = (found?.length ?? 0) - 1;
    if (event.key === "ArrowDown") {
      setOpen(true);
      setActive(Math.min(active + 1, last));
    } else if (event.key === "ArrowUp") setActive(Math.max(active - 1, 0));
    else if (event.key === "Enter" && open && answer?.to !== asked) eager.current = true;
    else if (event.key === "Enter" && open && found?.[active]) choose(found[active]);
    else if (event.key === "Escape" && (open || changing)) close();
    else return;
    event.preventDefault();
  };

  if (value !== undefined && !changing) {
    return (
      <span className={css.picker}>
        <button
          type="button"
          className={css.chosen}
          title={`Choose another: ${label.toLowerCase()}`}
          onClick={() => {
            setChanging(true);
            setOpen(true);
            requestAnimationFrame(() => input.current?.focus());
          }}
        >
          <span className={css.what}>{label}</span>
          <span className={css.chosenName}>
            <Foreign text={name ?? value} />
          </span>
        </button>
        <button type="button" className={css.clear} onClick={() => onChange(undefined)}>
          <Icon name="cross" size={12} />
          <span className="unseen">Clear {label.toLowerCase()}</span>
        </button>
      </span>
    );
  }
  return (
    <span className={css.picker}>
      <label htmlFor={id} className="unseen">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className={css.input}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && found?.[active] ? `${id}-${active}` : undefined}
        placeholder={placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(e) => {
          eager.current = false;
          setText(e.target.value);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className={css.list} hidden={!open || found === null}>
        {found?.map((choice, i) => (
          // The list is worked by the input's keys; a press must not take the focus from it.
          // oxlint-disable-next-line click-events-have-key-events
          <div
            key={choice.value}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            className={css.option}
            onMouseDown={(e) => e.preventDefault()}
            onMouseMove={() => setActive(i)}
            onClick={() => choose(choice)}
          >
            <Foreign text={choice.name} />
            {choice.note && (
              <span className={css.note}>
                <Foreign text={choice.note} />
              </span>
            )}
          </div>
        ))}
        {found?.length === 0 && (
          <div className={css.none} role="option" aria-selected="false" aria-disabled="true" tabIndex={-1}>
            Nothing found
          </div>
        )}
      </div>
    </span>
  );
}
