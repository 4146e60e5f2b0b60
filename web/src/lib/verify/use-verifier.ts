import { useCallback, useEffect, useRef, useState } from "react";
import { type Answer, type FileFacts, readAnswer } from "./report";
import type { Told } from "./verify-worker";

export interface Checked {
  /** Name of the file. */
  name: string;
  bytes: number;
  /** Null until it was read. */
  facts: FileFacts | null;
  /** Null while it is being checked. */
  answer: Answer | null;
}

/** Checks a file in this browser. A file that is chosen before the last one was through takes its place. */
export function useVerifier() {
  const [checked, setChecked] = useState<Checked | null>(null);
  const worker = useRef<Worker>(undefined);
  const asked = useRef(0);
  const end = useCallback(() => {
    worker.current?.terminate();
    worker.current = undefined;
  }, []);
  useEffect(() => end, [end]);

  const check = useCallback(
    (file: File, keys: readonly string[]) => {
      const id = ++asked.current;
      setChecked((was) => {
        const facts = was?.name === file.name && was.bytes === file.size ? was.facts : null;
        return { name: file.name, bytes: file.size, facts, answer: null };
      });
      const told = (what: Partial<Checked>) => setChecked((was) => was && { ...was, ...what });
      worker.current ??= new Worker(new URL("./verify-worker.ts", import.meta.url), { type: "module" });
      worker.current.onmessage = ({ data }: MessageEvent<Told>) => {
        if (data.id !== asked.current) return;
        if (data.facts) told({ facts: data.facts });
        if (data.answer !== undefined) told({ answer: readAnswer(data.answer) });
        if (data.problem !== undefined) told({ answer: { error: data.problem } });
      };
      worker.current.onerror = () => {
        if (id !== asked.current) return;
        end();
        told({ answer: { error: "The verifier could not be started. Load the page anew and try again." } });
      };
      worker.current.postMessage({ id, file, keys });
    },
    [end],
  );
  const clear = useCallback(() => {
    asked.current++;
    setChecked(null);
  }, []);
  return { checked, check, clear };
}
