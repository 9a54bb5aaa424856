import { planReminderDays } from '@vigilux/contract/features/planner/test-plan.ts'
import type { NextTest, PlanEnd } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { toZoned } from '../../kernel/zoned.ts'
import { listNextHeld } from '../emergency-tests/index.ts'
import { findPlanEnd, listNextToStart } from '../planner/index.ts'

/** The next platform-started test of each unit and kind, from any source; earliest first. */
export const readNextTests = async (tx: Tx, plantId: string): Promise<NextTest[]> => {
  const found = [...(await listNextToStart(tx, plantId)), ...(await listNextHeld(tx, plantId))]
  const sorted = found.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const first = new Map(sorted.toReversed().map((test) => [`${test.cu} ${test.kind}`, test]))
  return sorted
    .filter((test) => first.get(`${test.cu} ${test.kind}`) === test)
    .map(({ cu, kind, at }) => ({ cu, kind, at: at.toISOString() }))
}

/** When the accepted plan ends, once it is time to think of the next one. */
export const readPlanEnd = async (tx: Tx, plantId: string, now: Date, zone: string): Promise<PlanEnd | null> => {
  const day = await findPlanEnd(tx, plantId)
  if (day === undefined) return null
  const today = toZoned(now, zone).toPlainDate()
  const daysLeft = today.until(Temporal.PlainDate.from(day), { largestUnit: 'day' }).days
  return daysLeft <= planReminderDays ? { day, ended: daysLeft < 0 } : null
}
