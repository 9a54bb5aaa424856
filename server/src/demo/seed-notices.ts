import { defaultEscalatingKinds } from '@vigilux/contract/features/notices/escalation.ts'
import { defaultThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import type { PastResult, PastTest } from '../features/emergency-tests/index.ts'
import {
  type PastNotice,
  saveEscalationIfVersion,
  saveThresholdsIfVersion,
  seedPastNotices,
} from '../features/notices/index.ts'
import type { Tx } from '../kernel/transaction.ts'
import type { Crew } from './demo-audit.ts'
import { dayMs } from './past-batteries.ts'

/** Days of past notices, within the product's default retention of three months. */
const retainedDays = 88
/** Its lamps are on battery from the first start, so its escalation starts at once. */
const escalatingPlant = 'hotel'
const minuteMs = 60_000

type FoundTest = { test: PastTest; results: readonly PastResult[] }

const failedLampsIn = ({ results }: FoundTest): number[] =>
  results.flatMap(({ lamp, result }) => (result === 'failed' ? [lamp] : []))

/** When all failed lamps had passed a later test of the same kind. */
const repairedAt = (found: FoundTest, laterTests: readonly FoundTest[]): Date | null => {
  const passedTestOf = (lamp: number) =>
    laterTests.find(({ test, results }) => {
      const isAfter = test.centralUnitId === found.test.centralUnitId && test.requestedAt > found.test.requestedAt
      return isAfter && results.some((one) => one.lamp === lamp && one.result === 'passed')
    })
  const repairTimes = failedLampsIn(found).map((lamp) => passedTestOf(lamp)?.test.endedAt?.getTime() ?? null)
  return repairTimes.some((end) => end === null) ? null : new Date(Math.max(...repairTimes.map(Number)))
}

const testNotices = (tests: readonly FoundTest[], now: Date): PastNotice[] =>
  tests.flatMap((found): PastNotice[] => {
    const { test } = found
    const at = test.endedAt
    const count = failedLampsIn(found).length
    if (!at || count === 0 || now.getTime() - at.getTime() > retainedDays * dayMs) return []
    const { plantId, centralUnitId, id } = test
    const base = { plantId, centralUnitId, aboutId: id, once: `test ${id}`, at, count }
    return [{ ...base, kind: 'testErrors', what: 'testFailed', endedAt: repairedAt(found, tests) }]
  })

/** Notices before an unrenewed end of Pro: the technician acknowledged, the administrator snoozed the last one. */
const proNotices = (plantId: string, expiry: Date | null, crew: Crew, now: Date): PastNotice[] =>
  [30, 7, 1].flatMap((days): PastNotice[] => {
    const at = new Date((expiry?.getTime() ?? 0) - days * dayMs)
    if (!expiry || at > now || now.getTime() - at.getTime() > retainedDays * dayMs) return []
    const onceKey = `pro ${expiry.toISOString()} ${days}`
    const acknowledgement = { by: crew.technician, at: new Date(at.getTime() + 90 * minuteMs) }
    const snooze = days === 1 ? { by: crew.installer, until: new Date(now.getTime() + 5 * dayMs) } : undefined
    const base = { plantId, kind: 'proEnds', what: 'proEnds', at, count: days, aboutAt: expiry, once: onceKey } as const
    return [{ ...base, endedAt: null, acknowledged: acknowledgement, snoozed: snooze }]
  })

/** A hotel is never empty: a silent unit or several failed lamps alert at night, too, single ones in the morning. */
const plantThresholds = {
  ...defaultThresholds,
  urgent: ['functionError', 'noCommunication'],
  faultLamps: 3,
  testLamps: 2,
  silentAfterH: 4,
  inhibitedAfterMin: 15,
  overdueAfterDays: 7,
} satisfies typeof defaultThresholds

type Seeded = { key: string; plantId: string; expiry: Date | null; tests: readonly FoundTest[] }

/** Past notices of members, and one plant's thresholds and escalation. */
export const seedNotices = async (
  tx: Tx,
  { key, plantId, expiry, tests }: Seeded,
  { crew, now }: { crew: Crew; now: Date },
): Promise<void> => {
  const pastNotices = [...testNotices(tests, now), ...proNotices(plantId, expiry, crew, now)]
  if (key === escalatingPlant) {
    await saveThresholdsIfVersion(tx, plantId, plantThresholds)
    await saveEscalationIfVersion(tx, plantId, {
      on: true,
      afterMinutes: 30,
      version: 0,
      userIds: [crew.technician, crew.installer, crew.owner],
      kinds: [...defaultEscalatingKinds, 'testErrors'],
    })
  }
  // The second person of an escalation acknowledges it.
  const answeredNotices = pastNotices.map((pastNotice) =>
    key === escalatingPlant && pastNotice.kind === 'testErrors'
      ? { ...pastNotice, acknowledged: { by: crew.installer, at: new Date(pastNotice.at.getTime() + 41 * minuteMs) } }
      : pastNotice,
  )
  await seedPastNotices(tx, answeredNotices, now)
}
