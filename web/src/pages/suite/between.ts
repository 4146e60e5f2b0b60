/** Two versions as the URL names them, such as `2..3`, where there are such versions; else null. */
export function between(
  text: string | undefined,
  versions: readonly { version: number }[],
): { from: number; to: number } | null {
  const found = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text ?? "");
  if (!found) return null;
  const [from, to] = [Number(found[1]), Number(found[2])];
  const known = (n: number) => versions.some((v) => v.version === n);
  return known(from) && known(to) ? { from, to } : null;
}
