import { useEffect, useState } from 'react'
import { useSignedInUser } from './session.ts'

type DeviceStorage<Kept> = {
  /** What kind of work it is, and of which plant or walk: `scans` and the plant's id. */
  name: readonly [kind: string, of: string]
  /** Makes sense of what is found, which another release may have written; undefined where nothing is. */
  read: (found: unknown) => Kept
  /** Whether it need not be kept. */
  isNothing: (kept: Kept) => boolean
}

const keyOf = (userid: string, [kind, of]: DeviceStorage<unknown>['name']): string => `vigilux.${kind}.${userid}.${of}`

function readStored<Kept>(userid: string, { name, read }: DeviceStorage<Kept>): Kept {
  try {
    return read(JSON.parse(localStorage.getItem(keyOf(userid, name)) ?? 'null') ?? undefined)
  } catch {
    return read(undefined)
  }
}

function saveStored<Kept>(userid: string, { name, isNothing }: DeviceStorage<Kept>, kept: Kept): void {
  const key = keyOf(userid, name)
  try {
    if (isNothing(kept)) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // It stays on the screen.
  }
}

/** Changes what a person's next visit to the page that keeps it begins with. */
export function updateOnDevice<Kept>(userid: string, on: DeviceStorage<Kept>, change: (before: Kept) => Kept): void {
  saveStored(userid, on, change(readStored(userid, on)))
}

/** Keeps work on this device, for this person alone: a basement has no network, and a phone may die in it. */
export function useDeviceState<Kept>(on: DeviceStorage<Kept>): [Kept, (change: (before: Kept) => Kept) => void] {
  const { userid } = useSignedInUser()
  const [kept, setKept] = useState(() => readStored(userid, on))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is kept under says what it is
  useEffect(() => saveStored(userid, on, kept), [keyOf(userid, on.name), kept])
  return [kept, setKept]
}
