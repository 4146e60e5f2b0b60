import { Foreign } from "../foreign/foreign";
import { Notice } from "./notice";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What the server found probably not meant in what was saved just before the page was gone to. */
    warnings?: readonly string[];
  }
}

/** What the server allows and takes for probably not meant. */
export function Warnings({ of }: { of: readonly string[] | undefined }) {
  if (!of || of.length === 0) return null;
  return (
    <Notice tone="warn">
      <ul>
        {of.map((warning) => (
          <li key={warning}>
            <Foreign text={sentence(warning)} wrap />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
