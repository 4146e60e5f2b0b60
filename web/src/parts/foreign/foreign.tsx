import { pieces } from "@/lib/inert";
import css from "./foreign.module.css";

/**
 * Text that someone else wrote: escaped, isolated from the text around it, with control and bidi characters shown by name.
 * On one line unless `wrap`; what does not fit is cut, and whole in the title.
 */
export function Foreign({ text, wrap = false }: { text: string; wrap?: boolean }) {
  return (
    <bdi className={wrap ? css.wrap : css.line} title={wrap ? undefined : text}>
      {text.trim() === "" ? <span className="quiet">(blank)</span> : <Pieces text={text} />}
    </bdi>
  );
}

export function Pieces({ text }: { text: string }) {
  return pieces(text).map((piece, i) =>
    piece.name === undefined ? (
      piece.text
    ) : (
      // Pieces have no identity but their place.
      // oxlint-disable-next-line no-array-index-key
      <span key={i} className={css.special}>
        {piece.name}
      </span>
    ),
  );
}
