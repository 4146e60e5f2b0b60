import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useMutation } from "urql";
import { session, sessionChanged } from "@/lib/session";
import { home, signedIn, usePlaces, useShell } from "@/lib/shell";
import { useStore } from "@/lib/store";
import { roles } from "@/lib/words";
import { SignOutDocument } from "@/shell.gql";
import { Foreign } from "../foreign/foreign";
import { Icon, type IconName } from "../icon/icon";
import { ThemeSwitch, TimesSwitch } from "../theme-switch/theme-switch";
import css from "./menu.module.css";

/** Who one is here, where one is a member, and how the console looks. In the corner where there is room, else over the page. */
export function Menu({ open, onClose, showKeys }: { open: boolean; onClose: () => void; showKeys: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const { registry, viewer, workspaces } = useShell();
  const places = usePlaces();
  const known = signedIn(viewer);
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) dialog.showModal();
  }, [open]);
  const others = workspaces.filter((w) => workspaces.length > 1 || w.key !== home);
  return (
    // Escape is the keyboard's way out; a press beside it is the pointer's.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={css.menu}
      aria-label="Menu"
      onClose={onClose}
      onClick={(e) => {
        if (e.target === ref.current || (e.target as Element).closest("a")) onClose();
      }}
    >
      {known && (
        <div className={css.who}>
          {viewer?.user && !viewer.key ? (
            <>
              <span className={css.name}>
                <Foreign text={viewer.user.name} />
              </span>
              <span className={css.note}>
                <Foreign text={viewer.user.email} />
              </span>
            </>
          ) : (
            <>
              <span className={css.name}>
                {viewer?.key ? <Foreign text={`Key ${viewer.key.name}`} /> : "Platform admin"}
              </span>
              <span className={css.note}>By the key of this tab</span>
            </>
          )}
        </div>
      )}
      <ul className={css.places}>
        {places.map((place) => (
          <li key={place.to}>
            <Link to={place.to} className={css.line}>
              <Icon name={place.icon} />
              {place.name}
            </Link>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <section className={css.group}>
          <h3 className={css.label}>Workspaces</h3>
          <ul>
            {others.map((w) => (
              <li key={w.id}>
                <Link to="/people" search={w.key === home ? {} : { workspace: w.key }} className={css.line}>
                  <span className={css.workspace}>
                    <Foreign text={w.name} />
                  </span>
                  <span className={css.note}>{w.role ? roles[w.role].name : "Platform admin"}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={css.group}>
        <h3 className={css.label}>Looks</h3>
        <div className={css.switches}>
          <ThemeSwitch />
          <TimesSwitch />
        </div>
      </section>
      <ul className={css.group}>
        <li>
          <Line
            icon="question"
            onClick={() => {
              onClose();
              showKeys();
            }}
          >
            Keyboard
          </Line>
        </li>
        {known && (
          <li>
            <a href="/graphiql" className={css.line}>
              <Icon name="code" />
              GraphiQL
            </a>
          </li>
        )}
        {known === false ? (
          <li>
            <Link to="/signin" search={{ to: location.pathname + location.search }} className={css.line}>
              <Icon name="key" />
              Sign in
            </Link>
          </li>
        ) : (
          known && (
            <li>
              <SignOut onDone={onClose} />
            </li>
          )
        )}
      </ul>
      {registry && <p className={css.version}>Assay {registry.version}</p>}
    </dialog>
  );
}

function Line({ icon, onClick, children }: { icon: IconName; onClick: () => void; children: string }) {
  return (
    <button type="button" className={css.line} onClick={onClick}>
      <Icon name={icon} />
      {children}
    </button>
  );
}

function SignOut({ onDone }: { onDone: () => void }) {
  const { key } = useStore(session);
  const navigate = useNavigate();
  const [, end] = useMutation(SignOutDocument);
  const [failed, setFailed] = useState(false);
  const press = async () => {
    // A key is only forgotten; a session is ended at the server.
    if (key === null && (await end({})).error) return setFailed(true);
    onDone();
    void navigate({ to: "/" });
    sessionChanged();
  };
  return (
    <>
      <Line icon="out" onClick={() => void press()}>
        Sign out
      </Line>
      {failed && (
        <p className={css.failed} role="alert">
          The server did not answer: you are still signed in.
        </p>
      )}
    </>
  );
}
