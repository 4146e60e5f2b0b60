import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../button/button";
import { Foreign } from "../foreign/foreign";
import css from "./dialog.module.css";

/** A layer above the page; its title may name what others named. The browser's own dialog keeps the focus inside and closes on Escape. */
export function Dialog({
  title,
  open,
  onClose,
  children,
  footer,
  wide = false,
}: {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** Has room for a text to be read or written. */
  wide?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) {
      dialog.showModal();
      // What is to be typed first goes before the button that closes.
      dialog.querySelector<HTMLElement>("[data-first]")?.focus();
    }
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  if (!open) return null;
  return (
    // Escape is the keyboard's way out; a press on the veil is the pointer's.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={wide ? `${css.dialog} ${css.wide}` : css.dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(e) => {
        if (e.target === ref.current) onClose();
      }}
    >
      <div className={css.body}>
        <div className={css.head}>
          <h2 id={id}>
            <Foreign text={title} wrap />
          </h2>
          <Button small tone="bare" icon="cross" onClick={onClose}>
            <span className="unseen">Close</span>
          </Button>
        </div>
        {children}
      </div>
      {footer && <div className={css.footer}>{footer}</div>}
    </dialog>
  );
}

/** Asks before something is taken away. */
export function Confirm({
  title,
  open,
  onClose,
  onConfirm,
  verb,
  keep = "Keep it",
  busy,
  children,
}: {
  title: string;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  verb: string;
  /** The way back, in words. */
  keep?: string;
  busy?: boolean;
  children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button tone="danger" busy={busy} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
