import { useEffect, useState } from 'react'
import { useSignedInUser } from './session.ts'

type DeviceStorage<Kept> = {
  /** Kind of the work, and its plant or walk: `scans` and the plant's id. */
  name: readonly [kind: string, of: string]
  /** Parses the stored value, which may be of another release; undefined when there is none. */
  read: (found: unknown) => Kept
  /** Whether the value is empty and need not be stored. */
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
    // Storage failed: the value stays on the screen.
  }
}

/** Changes the stored value with which the person's next visit to its page begins. */
export function updateOnDevice<Kept>(userid: string, on: DeviceStorage<Kept>, change: (before: Kept) => Kept): void {
  saveStored(userid, on, change(readStored(userid, on)))
}

/** Stores work on this device for this person alone, because a basement has no network and a phone may run out of battery there. */
export function useDeviceState<Kept>(on: DeviceStorage<Kept>): [Kept, (change: (before: Kept) => Kept) => void] {
  const { userid } = useSignedInUser()
  const [kept, setKept] = useState(() => readStored(userid, on))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is kept under says what it is
  useEffect(() => saveStored(userid, on, kept), [keyOf(userid, on.name), kept])
  return [kept, setKept]
}
