/** Where one is taken after signing in: only a path of this console, for a link must not lead elsewhere. */
export function inside(to: string | undefined): string {
  // A browser reads \ as / and leaves out tabs and line ends.
  // oxlint-disable-next-line no-control-regex
  const plain = to !== undefined && /^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(to);
  return plain && !/^\/(signin|setup|reset)\b/.test(to) ? to : "/";
}

/** Pages that are no route of the console: they are loaded, not gone to. */
export function isOwnPage(path: string): boolean {
  return /^\/graphiql\b/.test(path);
}
