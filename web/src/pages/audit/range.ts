/** The instants that days of UTC in the URL stand for. Both days are included. What is no day is no limit. */
export function range(since: string | undefined, until: string | undefined): { since?: string; until?: string } {
  const from = day(since);
  const to = day(until);
  return {
    ...(from !== null && { since: new Date(from).toISOString() }),
    ...(to !== null && { until: new Date(to + 86_400_000).toISOString() }),
  };
}

function day(text: string | undefined): number | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) ? null : at;
}
