import { Link, type LinkProps, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { sessionChanged } from "@/lib/session";
import { signedIn, useShell } from "@/lib/shell";
import { Button, ButtonLink } from "../button/button";
import { Dialog } from "../dialog/dialog";
import { Foreign } from "../foreign/foreign";
import { Icon, type IconName } from "../icon/icon";
import { LiveBadge } from "../live-badge/live-badge";
import { ThemeSwitch, TimesSwitch } from "../theme-switch/theme-switch";
import css from "./rail.module.css";

const entries: readonly { to: LinkProps["to"]; name: string; icon: IconName }[] = [
  { to: "/", name: "Overview", icon: "overview" },
  { to: "/leaderboard", name: "Leaderboard", icon: "board" },
  { to: "/suites", name: "Suites", icon: "suites" },
  { to: "/runs", name: "Runs", icon: "runs" },
  { to: "/results", name: "Results", icon: "results" },
  { to: "/agents", name: "Agents", icon: "agents" },
];

/** The way around: at the side where there is room, else a bar above and one below. */
export function Rail({ moving, showKeys }: { moving: number; showKeys: () => void }) {
  const { registry } = useShell();
  const [more, setMore] = useState(false);
  return (
    <header className={css.rail}>
      <div className={css.brand}>
        <Link to="/" className={css.mark}>
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M2 10h16" className={css.markBar} strokeWidth="5" />
            <path d="M12.5 4v12" stroke="currentColor" strokeWidth="2.4" />
          </svg>
          <span className={css.name}>
            <Foreign text={registry?.name ?? "Assay"} />
          </span>
        </Link>
        <div className={css.narrow}>
          <LiveBadge />
          <Button tone="bare" small icon="more" onClick={() => setMore(true)}>
            <span className="unseen">Settings and sign-in</span>
          </Button>
        </div>
      </div>
      <nav className={css.nav} aria-label="Main">
        <ul>
          {entries.map((e) => (
            <li key={e.to}>
              <Link
                to={e.to}
                className={css.entry}
                activeOptions={{ exact: e.to === "/" }}
                activeProps={{ "data-active": "true", "aria-current": "page" }}
              >
                <Icon name={e.icon} />
                <span>{e.name}</span>
                {e.to === "/runs" && moving > 0 && (
                  <span className={css.moving}>
                    {moving}
                    <span className="unseen"> under way</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.wide}>
        <Foot showKeys={showKeys} />
      </div>
      <Dialog title="Settings" open={more} onClose={() => setMore(false)}>
        <Foot showKeys={showKeys} leave={() => setMore(false)} />
      </Dialog>
    </header>
  );
}

function Foot({ showKeys, leave }: { showKeys: () => void; leave?: () => void }) {
  const { registry, viewer } = useShell();
  const navigate = useNavigate();
  const here = () => location.pathname + location.search;
  return (
    <div className={css.foot}>
      {!leave && <LiveBadge />}
      <div className={css.switches}>
        <ThemeSwitch />
        <TimesSwitch />
      </div>
      <div className={css.account}>
        {!signedIn(viewer) ? (
          <ButtonLink to="/signin" search={{ to: here() }} small tone="bare" icon="key" onClick={leave}>
            Sign in
          </ButtonLink>
        ) : (
          <Button
            small
            tone="bare"
            icon="key"
            onClick={() => {
              sessionChanged();
              leave?.();
              void navigate({ to: "/leaderboard" });
            }}
          >
            Sign out
          </Button>
        )}
        <Button
          small
          tone="bare"
          icon="question"
          onClick={() => {
            leave?.();
            showKeys();
          }}
        >
          <span className={leave ? undefined : "unseen"}>Keyboard</span>
        </Button>
      </div>
      {registry && (
        <p className={css.version}>
          Assay {registry.version}
          {viewer?.admin && " · admin"}
        </p>
      )}
    </div>
  );
}
