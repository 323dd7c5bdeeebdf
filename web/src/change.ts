// One JSON value made into another, by what changes: src/headscope/report/change.py says how a change is written.

export type Change = [unknown] | { [name: string]: Change };

/** The value with the change made; what does not change is shared with it, not copied. */
export function changed<T>(before: T, change: Change): T {
  if (Array.isArray(change)) return change[0] as T;
  const after = (Array.isArray(before) ? [...before] : { ...before }) as Record<string, unknown>;
  for (const [name, part] of Object.entries(change)) after[name] = changed(after[name], part);
  return after as T;
}
