import { useEffect, useState } from 'react'
import { useSignedInUser } from './session.ts'

type KeptOn<Kept> = {
  /** What kind of work it is, and of which plant or walk: `scans` and the plant's id. */
  name: readonly [kind: string, of: string]
  /** Makes sense of what is found, which another release may have written; undefined where nothing is. */
  read: (found: unknown) => Kept
  /** Whether it need not be kept. */
  isNothing: (kept: Kept) => boolean
}

const keyOf = (userid: string, [kind, of]: KeptOn<unknown>['name']): string => `vigilux.${kind}.${userid}.${of}`

function find<Kept>(userid: string, { name, read }: KeptOn<Kept>): Kept {
  try {
    return read(JSON.parse(localStorage.getItem(keyOf(userid, name)) ?? 'null') ?? undefined)
  } catch {
    return read(undefined)
  }
}

function keep<Kept>(userid: string, { name, isNothing }: KeptOn<Kept>, kept: Kept): void {
  const key = keyOf(userid, name)
  try {
    if (isNothing(kept)) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // It stays on the screen.
  }
}

/** Changes what a person's next visit to the page that keeps it begins with. */
export function changeKeptOnDevice<Kept>(userid: string, on: KeptOn<Kept>, change: (before: Kept) => Kept): void {
  keep(userid, on, change(find(userid, on)))
}

/** Keeps work on this device, for this person alone: a basement has no network, and a phone may die in it. */
export function useKeptOnDevice<Kept>(on: KeptOn<Kept>): [Kept, (change: (before: Kept) => Kept) => void] {
  const { userid } = useSignedInUser()
  const [kept, setKept] = useState(() => find(userid, on))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is kept under says what it is
  useEffect(() => keep(userid, on, kept), [keyOf(userid, on.name), kept])
  return [kept, setKept]
}
