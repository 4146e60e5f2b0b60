import { factsOf, type FileFacts } from "./report";

/**
 * Checks exports away from the page, which stays alive meanwhile: the module is `cmd/assay-verify` compiled for the browser. All that it
 * fetches is itself, from this registry; the server lets this script reach nothing else (see embed.go).
 */
export interface Ask {
  id: number;
  file: Blob;
  /** Keys of the log that count as known. */
  keys: readonly string[];
}

export interface Told {
  id: number;
  facts?: FileFacts;
  /** What the module said, as JSON. */
  answer?: string;
  /** Why it could not be asked. */
  problem?: string;
}

interface Scope {
  /** wasm_exec.js leaves it. */
  Go?: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };
  /** The module leaves it. */
  assayVerify?: (text: string, keys: readonly string[]) => string;
  postMessage(message: Told): void;
  onmessage: ((event: MessageEvent<Ask>) => void) | null;
}

const scope = globalThis as unknown as Scope;
const support: string = "/wasm_exec.js";
let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  const response = await fetch("/verify.wasm");
  // Where it is not there the console's page answers for it.
  if (!response.ok || !response.headers.get("content-type")?.includes("wasm"))
    throw new Error("This registry was built without the verifier.");
  await import(/* @vite-ignore */ support);
  const go = new scope.Go!();
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
  // It runs until it waits to be called, and never ends.
  void go.run(instance);
}

scope.onmessage = async ({ data: { id, file, keys } }) => {
  try {
    await (loading ??= load());
    const text = await file.text();
    scope.postMessage({ id, facts: factsOf(text) });
    scope.postMessage({ id, answer: scope.assayVerify!(text, [...keys]) });
  } catch (error) {
    if (!scope.assayVerify) loading = undefined;
    scope.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
};
