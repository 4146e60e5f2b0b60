/** What is in the URL is foreign too: each page says what it takes, and the rest is dropped. */

type Search = Record<string, unknown>;

/** A string of the search part, if there is one that says something. */
export function text(search: Search, name: string): string | undefined {
  const value = search[name];
  const string = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return typeof string === "string" && string !== "" ? string : undefined;
}

/** One of the allowed words, else undefined. */
export function oneOf<T extends string>(search: Search, name: string, allowed: readonly T[]): T | undefined {
  const value = text(search, name);
  return allowed.find((word) => word === value);
}

/**
 * A word of one of the API's closed lists, spelt as those are. Whether there is one of it the page knows, which has the lists: they are no
 * part of the first script.
 */
export function code<T extends string>(search: Search, name: string): T | undefined {
  const value = text(search, name);
  return value !== undefined && /^[A-Z][A-Z_]{1,40}$/.test(value) ? (value as T) : undefined;
}

export interface Cursor {
  after?: string;
  before?: string;
}

export function cursor(search: Search): Cursor {
  return compact({ after: text(search, "after"), before: text(search, "before") });
}

/** The arguments of a connection for the page that the URL asks for. */
export function pageArgs({ after, before }: Cursor, size: number) {
  return before === undefined ? { first: size, after } : { last: size, before };
}

/** Without the properties that are undefined, so that they leave no trace in the URL. */
export function compact<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as Partial<T>;
}
