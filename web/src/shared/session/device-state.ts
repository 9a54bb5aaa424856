import { useEffect, useState } from 'react'
import { useSignedInUser } from './session.ts'

type DeviceStorage<Kept> = {
  /** Kind of the work, and its plant or walk: `scans` and the plant's id. */
  name: readonly [kind: string, of: string]
  /** Parses the stored value, which may be of another release; undefined when there is none. */
  read: (found: unknown) => Kept
  /** Whether the value is empty and need not be stored. */
  isNothing: (storedValue: Kept) => boolean
}

const keyOf = (userid: string, [kind, storageKey]: DeviceStorage<unknown>['name']): string =>
  `vigilux.${kind}.${userid}.${storageKey}`

function readStored<Kept>(userid: string, { name, read }: DeviceStorage<Kept>): Kept {
  try {
    return read(JSON.parse(localStorage.getItem(keyOf(userid, name)) ?? 'null') ?? undefined)
  } catch {
    return read(undefined)
  }
}

function saveStored<Kept>(userid: string, { name, isNothing }: DeviceStorage<Kept>, storedValue: Kept): void {
  const key = keyOf(userid, name)
  try {
    if (isNothing(storedValue)) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(storedValue))
  } catch {
    // Storage failed: the value stays on the screen.
  }
}

/** Changes the stored value with which the person's next visit to its page begins. */
export function updateOnDevice<Kept>(
  userid: string,
  storage: DeviceStorage<Kept>,
  change: (previous: Kept) => Kept,
): void {
  saveStored(userid, storage, change(readStored(userid, storage)))
}

/** Stores work on this device for this person alone: a basement has no network, and phones run out of battery. */
export function useDeviceState<Kept>(storage: DeviceStorage<Kept>): [Kept, (change: (previous: Kept) => Kept) => void] {
  const { userid } = useSignedInUser()
  const [storedValue, setStoredValue] = useState(() => readStored(userid, storage))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is kept under says what it is
  useEffect(() => saveStored(userid, storage, storedValue), [keyOf(userid, storage.name), storedValue])
  return [storedValue, setStoredValue]
}
