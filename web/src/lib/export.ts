/** What leaves the console as a file: inert in a spreadsheet, and saved rather than shown by the browser. */

export type Cell = string | number | boolean | null;

// Behind white space, control and zero-width characters, which spreadsheets trim: what makes a formula of the rest. A tab or a carriage
// return among them counts too, for some readers take what follows for a cell of its own.
const formula = /^[\s\p{Cc}\p{Cf}]*([=+\-@＝＋－＠]|[\t\r])/u;
const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** A cell as a spreadsheet may have it: what could be read as a formula gets an apostrophe in front, plain numbers stay numbers. */
export function defused(text: string): string {
  const plain = number.test(text) && Number.isFinite(Number(text));
  return formula.test(text) && !plain ? `'${text}` : text;
}

/** Rows as RFC 4180 has them: CRLF, quotes doubled, everything quoted that holds a comma, a quote or a line break. */
export function csv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function quoted(cell: Cell): string {
  const text = cell === null ? "" : defused(String(cell));
  return /[",\r\n\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

export type FileType = "csv" | "json" | "yaml";

const types: Record<FileType, string> = {
  csv: "text/csv;charset=utf-8",
  json: "application/json",
  yaml: "application/yaml",
};

/** A file name out of foreign text: letters, digits, dots and dashes of ASCII, never hidden, never a path. */
export function fileName(text: string, type: FileType): string {
  const safe = text
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replaceAll(/^[.-]+|[.-]+$/g, "")
    .slice(0, 80);
  return `${safe || "assay"}.${type}`;
}

/** Has the browser save a text. The link is never part of the page, and `download` keeps the browser from opening what it holds. */
export function save(name: string, type: FileType, text: string): void {
  // The mark of order tells spreadsheets that it is UTF-8.
  const url = URL.createObjectURL(new Blob([type === "csv" ? "\ufeff" : "", text], { type: types[type] }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName(name, type);
  link.click();
  // The browser has taken hold of the bytes when the click is through; a minute is for those that take their time.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export interface PageOf<Node> {
  nodes: readonly Node[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Reads page after page until there is none. `progress` hears after each how many there are of how many. An abort rejects. */
export async function everyPage<Node>(
  read: (after: string | undefined) => Promise<PageOf<Node>>,
  { signal, progress }: { signal: AbortSignal; progress: (got: number, of: number) => void },
): Promise<Node[]> {
  const all: Node[] = [];
  let after: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const page = await read(after);
    signal.throwIfAborted();
    all.push(...page.nodes);
    progress(all.length, page.totalCount);
    if (!page.pageInfo.hasNextPage || page.pageInfo.endCursor === null || page.nodes.length === 0) return all;
    after = page.pageInfo.endCursor;
  }
}
