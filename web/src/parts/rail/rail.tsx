import { Link } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { onDemand } from "@/lib/on-demand";
import { paletteKeys } from "@/lib/keys";
import { signedIn, usePlaces, useShell } from "@/lib/shell";
import { Button, ButtonLink } from "../button/button";
import { Foreign } from "../foreign/foreign";
import { Icon } from "../icon/icon";
import { LiveBadge } from "../live-badge/live-badge";
import css from "./rail.module.css";

const Menu = onDemand(() => import("../menu/menu").then((m) => m.Menu));

/** In the bar below, where there is no room for all. */
const first = ["/", "/leaderboard", "/runs", "/agents"];

/** The way around: at the side where there is room, else a bar above and one below. */
export function Rail({
  moving,
  showKeys,
  showPalette,
}: {
  moving: number;
  showKeys: () => void;
  showPalette: () => void;
}) {
  const { registry, viewer } = useShell();
  const places = usePlaces();
  const [menu, setMenu] = useState(false);
  const closeMenu = useCallback(() => setMenu(false), []);
  const known = signedIn(viewer);
  return (
    <header className={css.rail}>
      <div className={css.brand}>
        <Link to="/" className={css.mark}>
          <Mark />
          <span className={css.name}>
            <Foreign text={registry?.name ?? "Assay"} />
          </span>
        </Link>
        <div className={css.narrow}>
          <LiveBadge />
          <Button tone="bare" small icon="search" onClick={showPalette}>
            <span className="unseen">Search</span>
          </Button>
        </div>
      </div>
      <button type="button" className={css.search} onClick={showPalette}>
        <Icon name="search" size={14} />
        <span>Search</span>
        <kbd>{paletteKeys().join(" ")}</kbd>
      </button>
      <nav className={css.nav} aria-label="Main">
        <ul>
          {places
            .filter((place) => !place.aside)
            .map((place) => (
              <li
                key={place.to}
                data-wide={first.includes(place.to) ? undefined : ""}
                data-apart={place.to === "/people" || place.to === "/settings" ? "" : undefined}
              >
                <Link
                  to={place.to}
                  className={css.entry}
                  activeOptions={{ exact: place.to === "/" }}
                  activeProps={{ "data-active": "true", "aria-current": "page" }}
                >
                  <Icon name={place.icon} />
                  <span>{place.name}</span>
                  {place.to === "/runs" && moving > 0 && (
                    <span className={css.moving}>
                      {moving}
                      <span className="unseen"> under way</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          <li className={css.more}>
            <button type="button" className={css.entry} onClick={() => setMenu(true)}>
              <Icon name="more" />
              <span>More</span>
            </button>
          </li>
        </ul>
      </nav>
      <div className={css.foot}>
        <LiveBadge />
        <div className={css.account}>
          {known === false && (
            <ButtonLink to="/signin" search={{ to: location.pathname + location.search }} small icon="key">
              Sign in
            </ButtonLink>
          )}
          <button
            type="button"
            className={css.who}
            aria-haspopup="dialog"
            aria-label={known ? undefined : "Menu"}
            onClick={() => setMenu(true)}
          >
            {known && (
              <>
                <Icon name={viewer?.user ? "person" : "key"} />
                <span className={css.whose}>
                  <Foreign text={viewer?.user?.name ?? viewer?.key?.name ?? "Platform admin"} />
                </span>
              </>
            )}
            <Icon name="more" />
          </button>
        </div>
      </div>
      <Menu open={menu} onClose={closeMenu} showKeys={showKeys} />
    </header>
  );
}

export function Mark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M2 10h16" className={css.markBar} strokeWidth="5" />
      <path d="M12.5 4v12" stroke="currentColor" strokeWidth="2.4" />
    </svg>
  );
}
