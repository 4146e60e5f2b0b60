import { useState } from "react";

/** The newest value there was: what stays in sight, dimmed, while the next is on its way, so that nothing jumps. */
export function useKept<T>(value: T | null | undefined): T | null | undefined {
  const [last, setLast] = useState(value);
  if (value != null && value !== last) setLast(value);
  return value ?? last;
}
