import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from "react";
import { Icon, type IconName } from "../icon/icon";
import css from "./button.module.css";

interface Look {
  /** `primary`: the one thing to do here. `danger`: it takes something away. */
  tone?: "plain" | "primary" | "danger" | "bare";
  icon?: IconName;
  small?: boolean;
}

const look = ({ tone = "plain", small }: Look, more?: string) =>
  [css.button, css[tone], small && css.small, more].filter(Boolean).join(" ");

export function Button({
  tone,
  icon,
  small,
  className,
  busy,
  children,
  disabled,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: Ref<HTMLButtonElement> }) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ tone, small }, className)}
      disabled={disabled || busy}
      aria-busy={busy}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link that leaves the console's pages, such as a download. */
export function ButtonAnchor({
  tone,
  icon,
  small,
  className,
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={look({ tone, small }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

/** A link to a page of the console that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);
