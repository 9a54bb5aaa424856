import type { Clock } from '../ports/clock.ts'
import type { Caller } from './caller.ts'
import { insertOfficeVisit } from './office-visits.store.ts'
import type { Tx } from './transaction.ts'

const hourMs = 3_600_000
/** Visits cached per node, so repeated calls cost no statement. The table ignores duplicates anyway. */
const maxCached = 5_000

/**
 * Records for the members of a plant which office accounts were in it, before the answer is sent. Costs one statement
 * per person, plant and hour, however many calls there are.
 */
export const createOfficeVisitRecorder = ({ db, ports: { clock } }: { db: Tx; ports: { clock: Clock } }) => {
  const recordedHours = new Map<string, number>()

  return async (caller: Caller, plantId: string): Promise<void> => {
    if (caller.kind !== 'user' || caller.usertype !== 'admin') return
    const { userId, name: userName, scope } = caller
    const at = clock.now()
    const hour = Math.floor(at.getTime() / hourMs) * hourMs
    const key = `${plantId} ${userId}`
    if (recordedHours.get(key) === hour) return
    await insertOfficeVisit(db, { plantId, userId, hour: new Date(hour), at, userName, scope })
    if (recordedHours.size >= maxCached) recordedHours.clear()
    recordedHours.set(key, hour)
  }
}
