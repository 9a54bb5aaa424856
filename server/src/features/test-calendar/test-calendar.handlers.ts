import { randomUUID } from 'node:crypto'
import { planReminderDays } from '@vigilux/contract/features/planner/test-plan.ts'
import type { testCalendarActions } from '@vigilux/contract/features/test-calendar/test-calendar.actions.ts'
import {
  type CalendarFeed,
  maxFeedsPerPerson,
  type NextTest,
  type PlanEnd,
} from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { createSecret, hashOfSecret } from '../../kernel/secret-link.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn, toZoned } from '../../kernel/zoned.ts'
import { listNextHeld } from '../emergency-tests/index.ts'
import { findPlanEnd, listNextToStart } from '../planner/index.ts'
import { listCalendarPlants } from './calendar.store.ts'
import { countFeeds, deleteFeed, type FeedRow, insertFeed, listFeeds, lockFeedsOf } from './feeds.store.ts'
import { lightRepeatsOf, readLightRepeats } from './light-repeats.ts'
import { startOfYear } from './planned-dates.ts'
import { readTestsToStart, viewTestsToStart } from './tests-to-start.ts'
import { readChanges, readPlans, readTests, viewPlanned } from './view-calendar.ts'

/** The next platform-started test of each unit and kind, from any source; earliest first. */
const readNextTests = async (tx: Tx, plantId: string): Promise<NextTest[]> => {
  const found = [...(await listNextToStart(tx, plantId)), ...(await listNextHeld(tx, plantId))]
  const sorted = found.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const first = new Map(sorted.toReversed().map((test) => [`${test.cu} ${test.kind}`, test]))
  return sorted
    .filter((test) => first.get(`${test.cu} ${test.kind}`) === test)
    .map(({ cu, kind, at }) => ({ cu, kind, at: at.toISOString() }))
}

/** When the accepted plan ends, once it is time to think of the next one. */
const readPlanEnd = async (tx: Tx, plantId: string, now: Date, zone: string): Promise<PlanEnd | null> => {
  const day = await findPlanEnd(tx, plantId)
  if (day === undefined) return null
  const today = toZoned(now, zone).toPlainDate()
  const daysLeft = today.until(Temporal.PlainDate.from(day), { largestUnit: 'day' }).days
  return daysLeft <= planReminderDays ? { day, ended: daysLeft < 0 } : null
}

const dayMs = 86_400_000

/** Length of an address's secret in bytes: 256 bits, unguessable. */
const secretBytes = 32

const toFeed = ({ id, name, plantId, plantname, madeAt, fetchedAt }: FeedRow): CalendarFeed => ({
  id,
  name,
  plant: plantId ? { id: plantId, name: plantname ?? '' } : null,
  madeAt: madeAt.toISOString(),
  fetchedAt: fetchedAt?.toISOString() ?? null,
})

export const testCalendarHandlers: HandlersOf<typeof testCalendarActions> = {
  getTestCalendar: async ({ work, input: { year, plantId }, caller, fail }) => {
    const now = work.now
    const plants = await listCalendarPlants(work.tx, caller, plantId ?? null, now)
    if (plantId && plants.length === 0) return fail('PLANT_NOT_FOUND')
    const { plans, cut } = await readPlans(work.tx, plants)
    // A year begins and ends in the plant's zone: query a day more on both sides, then filter by local days.
    const utcYear = { from: startOfYear(year, 'UTC'), until: startOfYear(year + 1, 'UTC') }
    const span = { from: new Date(utcYear.from.getTime() - dayMs), until: new Date(utcYear.until.getTime() + dayMs) }
    const testsToStart = await readTestsToStart(work.tx, plants, span)
    const pastTests = await readTests(work.tx, plants, year, span)
    return {
      plants: plants.map(({ id, plantname, timezone, historySince }) => ({
        plant_id: id,
        plantname,
        timezone,
        today: dayIn(now, timezone),
        historySince: historySince?.toISOString() ?? null,
      })),
      planned: [
        ...viewPlanned(plans, (zone) => ({ from: startOfYear(year, zone), until: startOfYear(year + 1, zone) }), now),
        ...viewTestsToStart(testsToStart, plants, { year, now }),
      ],
      tests: pastTests.tests,
      changes: await readChanges(work.tx, plants, utcYear),
      lightRepeats: lightRepeatsOf(await readLightRepeats(work.tx, plants, now), year),
      cut: cut || pastTests.cut,
    }
  },
  getNextTests: async ({ work, input: { plantId }, caller }) => {
    const now = work.now
    const [plant] = await listCalendarPlants(work.tx, caller, plantId, now)
    return {
      tests: await readNextTests(work.tx, plantId),
      planEnd: await readPlanEnd(work.tx, plantId, now, plant?.timezone ?? 'UTC'),
    }
  },
  getCalendarFeeds: async ({ work, caller }) => ({
    feeds: (await listFeeds(work.tx, caller, work.now)).map(toFeed),
  }),
  createCalendarFeed: async ({ work, input: { name, plantId }, caller, fail }) => {
    const now = work.now
    const [plant] = plantId ? await listCalendarPlants(work.tx, caller, plantId, now) : []
    if (plantId && !plant) return fail('PLANT_NOT_FOUND')
    // Serialized per person, so that the count stays valid until the write.
    await lockFeedsOf(work.tx, caller.userId)
    const secret = createSecret(secretBytes)
    if ((await countFeeds(work.tx, caller.userId)) >= maxFeedsPerPerson)
      return fail('FEED_LIMIT', { limit: maxFeedsPerPerson })
    const row = { id: randomUUID(), plantId: plantId ?? null, name, madeAt: now, fetchedAt: null }
    await insertFeed(work.tx, { ...row, userId: caller.userId, secretHash: hashOfSecret(secret) })
    work.audit.target({ kind: 'feed', id: row.id, name })
    const address = `${work.ports.settings.publicUrl}/calendar/${secret}.ics`
    return { feed: toFeed({ ...row, plantname: plant?.plantname ?? null }), address }
  },
  revokeCalendarFeed: async ({ work, input: { feedId }, caller, fail }) => {
    const { name } = (await deleteFeed(work.tx, caller.userId, feedId)) ?? fail('FEED_NOT_FOUND')
    work.audit.target({ kind: 'feed', id: feedId, name })
    return {}
  },
}
