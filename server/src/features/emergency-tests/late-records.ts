import type { Tx } from '../../kernel/transaction.ts'
import { lateRecordsMs } from '../logbook/index.ts'
import { lacksRecords } from './test-records.store.ts'
import type { Reporter } from './test-records.ts'
import type { TestStory } from './test-story.ts'

/** A story of which the end may not count yet: since when it has been known. */
export type KeptStory = TestStory & { endHeardAt: Date | null }

/**
 * The story of a test with its end only where nothing is missing before it. Several nodes share what units send, and the end
 * of a test may be stored before its last results: lamps would be told as not executed, and that in a logbook that is sealed.
 */
export const withTimelyEnd = async (tx: Tx, unit: Reporter, story: TestStory, now: Date): Promise<KeptStory> => {
  const { started, ownEnd, results } = story
  const whole = { ...story, endHeardAt: null }
  if (!started || !ownEnd || now.getTime() - ownEnd.receivedAt.getTime() >= lateRecordsMs) return whole
  if (started.record.lamps.every((lamp) => results.has(lamp))) return whole
  if (!(await lacksRecords(tx, unit, started, ownEnd))) return whole
  return { ...story, end: null, endHeardAt: ownEnd.receivedAt }
}
