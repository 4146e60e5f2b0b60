/** Two versions as the URL names them, such as `2..3`, of those from 1 to the newest; null where it names none that there are. */
export function between(text: string | undefined, newest: number): { from: number; to: number } | null {
  const found = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text ?? "");
  if (!found) return null;
  const [from, to] = [Number(found[1]), Number(found[2])];
  const known = (n: number) => n >= 1 && n <= newest;
  return known(from) && known(to) ? { from, to } : null;
}
