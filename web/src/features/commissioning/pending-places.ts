import { type Entry, isSendable, useOutbox } from '../outbox/index.ts'

/** A lamp whose place waits on this device. */
type PendingLampPlace = { topic: string; serial: string; isGoing: boolean }

const pendingPlacesIn = (walkId: string, entry: Entry): PendingLampPlace[] => {
  const { action, input } = entry
  if (action !== 'saveWalkLamp' || input.walkId !== walkId) return []
  return [{ topic: String(input.topic), serial: String(input.serial), isGoing: isSendable(entry) }]
}

/** Lamps of a walk with unsent places. */
export function usePendingPlaces(walkId: string): PendingLampPlace[] {
  return useOutbox().entries.flatMap((entry) => pendingPlacesIn(walkId, entry))
}
export type PendingPlace = PendingLampPlace
