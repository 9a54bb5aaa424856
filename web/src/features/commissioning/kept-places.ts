import { canGo, type Entry, useOutbox } from '../outbox/index.ts'

/** A lamp of which a place waits on this device. */
type Waiting = { topic: string; serial: string; isGoing: boolean }

const placeIn = (walkId: string, entry: Entry): Waiting[] => {
  const { action, input } = entry
  if (action !== 'saveWalkLamp' || input.walkId !== walkId) return []
  return [{ topic: String(input.topic), serial: String(input.serial), isGoing: canGo(entry) }]
}

/** The lamps of a walk whose places wait to be sent. */
export function useKeptPlaces(walkId: string): Waiting[] {
  return useOutbox().entries.flatMap((entry) => placeIn(walkId, entry))
}
export type KeptPlace = Waiting
