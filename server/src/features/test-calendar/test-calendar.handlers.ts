import { randomUUID } from 'node:crypto'
import { planReminderDays } from '@vigilux/contract/features/planner/test-plan.ts'
import type { testCalendarActions } from '@vigilux/contract/features/test-calendar/test-calendar.actions.ts'
import {
  type CalendarFeed,
  maxFeedsPerPerson,
  type NextTest,
  type PlanEnd,
} from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { User } from '../../kernel/caller.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { createSecret, hashOfSecret } from '../../kernel/secret-link.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { dayIn, startOfDay, toZoned } from '../../kernel/zoned.ts'
import { listNextHeld } from '../emergency-tests/index.ts'
import { findPlanEnd, listNextToStart } from '../planner/index.ts'
import {
  isInCalendar,
  listCalendarPlants,
  listPlantGroups,
  type PlantCondition,
  type PlantGroup,
  type PlantSpan,
} from './calendar.store.ts'
import { readDays } from './count-days.ts'
import { countFeeds, deleteFeed, type FeedRow, insertFeed, listFeeds, lockFeedsOf } from './feeds.store.ts'
import { lightRepeatsOf, readLightRepeats } from './light-repeats.ts'
import { readFirstTest } from './next-tests.ts'
import { dayNumber, dayText } from './planned-dates.ts'
import { readChanges, readTests } from './view-calendar.ts'

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

/** The requested plant, or all plants in use of the person, as a condition, and in groups. */
const requirePlants = async (
  work: Work<'PLANT_NOT_FOUND'>,
  caller: User,
  plantId: string | undefined,
): Promise<{ ofPlants: PlantCondition; groups: PlantGroup[] }> => {
  const ofPlants = isInCalendar(caller, plantId ?? null, work.now)
  const groups = await listPlantGroups(work.tx, ofPlants, work.now)
  return plantId && groups.length === 0 ? work.fail('PLANT_NOT_FOUND') : { ofPlants, groups }
}

/** Local days, `from` ≤ day < `until`, as numbers. */
type Days = { from: number; until: number }

const daysOfYear = (year: number): Days => ({ from: dayNumber(`${year}-01-01`), until: dayNumber(`${year + 1}-01-01`) })

/** The days of a month, or one of them; a day missing from the month is none. */
const daysOfMonth = (month: string, day: number | undefined): Days => {
  const from = dayNumber(`${month}-01`)
  const until = from + Temporal.PlainYearMonth.from(month).daysInMonth
  if (day === undefined) return { from, until }
  return { from: Math.min(from + day - 1, until), until: Math.min(from + day, until) }
}

/** The same days in each group's zone. */
const spansOf = (groups: readonly PlantGroup[], from: number, until: number): PlantSpan[] => {
  const startOf = (day: number, { timezone }: PlantGroup): Date => startOfDay(dayText(day), timezone)
  return groups.map((group) => ({ group, from: startOf(from, group), until: startOf(until, group) }))
}

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
  getTestYear: async ({ work, input: { year, plantId, ofKind }, caller }) => {
    const { tx, now } = work
    const { ofPlants, groups } = await requirePlants(work, caller, plantId)
    const { from, until } = daysOfYear(year)
    const lightRepeats = ofKind ? [] : lightRepeatsOf(await readLightRepeats(tx, ofPlants, now), year)
    const { days, byPlatform } = await readDays(tx, ofPlants, {
      spans: spansOf(groups, from, until),
      from,
      until,
      now,
      ofKind,
      lightRepeats,
    })
    const [plant] = plantId ? await listCalendarPlants(tx, ofPlants) : []
    return {
      days,
      byPlatform,
      historyLimited: groups.some(({ historySince }) => historySince !== null),
      plant: plant
        ? {
            plant_id: plant.id,
            plantname: plant.plantname,
            timezone: plant.timezone,
            today: dayIn(now, plant.timezone),
          }
        : null,
    }
  },
  getTestMonth: async ({ work, input, caller }) => {
    const { tx, now } = work
    const { month, day, plantId, ofKind, search, page, pageSize } = input
    const { ofPlants, groups } = await requirePlants(work, caller, plantId)
    const { from, until } = daysOfMonth(month, day)
    return readTests(tx, ofPlants, {
      spans: spansOf(groups, from, until),
      from,
      until,
      now,
      ofKind,
      search,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    })
  },
  getFirstTest: async ({ work, input: { plantId }, caller }) => {
    const { ofPlants } = await requirePlants(work, caller, plantId)
    return { test: await readFirstTest(work.tx, ofPlants, work.now) }
  },
  getTestPlanChanges: async ({ work, input: { year, plantId, page, pageSize }, caller }) => {
    const { ofPlants, groups } = await requirePlants(work, caller, plantId)
    const { from, until } = daysOfYear(year)
    return readChanges(work.tx, ofPlants, {
      spans: spansOf(groups, from, until),
      offset: (page - 1) * pageSize,
      limit: pageSize,
    })
  },
  getLightRepeats: async ({ work, input: { year, plantId, page, pageSize }, caller }) => {
    const { tx, now } = work
    const { ofPlants } = await requirePlants(work, caller, plantId)
    const due = lightRepeatsOf(await readLightRepeats(tx, ofPlants, now), year)
    return { repeats: due.slice((page - 1) * pageSize, page * pageSize), total: due.length }
  },
  getNextTests: async ({ work, input: { plantId }, caller }) => {
    const now = work.now
    const [plant] = await listCalendarPlants(work.tx, isInCalendar(caller, plantId, now))
    return {
      tests: await readNextTests(work.tx, plantId),
      planEnd: await readPlanEnd(work.tx, plantId, now, plant?.timezone ?? 'UTC'),
    }
  },
  getCalendarFeeds: async ({ work, caller }) => ({
    feeds: (await listFeeds(work.tx, caller, work.now)).map(toFeed),
  }),
  createCalendarFeed: async ({ work, input: { name, plantId }, caller }) => {
    const now = work.now
    const [plant] = plantId ? await listCalendarPlants(work.tx, isInCalendar(caller, plantId, now)) : []
    if (plantId && !plant) return work.fail('PLANT_NOT_FOUND')
    // Serialized per person, so the count stays valid until the write.
    await lockFeedsOf(work.tx, caller.userId)
    const secret = createSecret(secretBytes)
    if ((await countFeeds(work.tx, caller.userId)) >= maxFeedsPerPerson)
      return work.fail('FEED_LIMIT', { limit: maxFeedsPerPerson })
    const row = { id: randomUUID(), plantId: plantId ?? null, name, madeAt: now, fetchedAt: null }
    await insertFeed(work.tx, { ...row, userId: caller.userId, secretHash: hashOfSecret(secret) })
    work.audit.target({ kind: 'feed', id: row.id, name })
    const address = `${work.ports.settings.publicUrl}/calendar/${secret}.ics`
    return { feed: toFeed({ ...row, plantname: plant?.plantname ?? null }), address }
  },
  revokeCalendarFeed: async ({ work, input: { feedId }, caller }) => {
    const { name } = (await deleteFeed(work.tx, caller.userId, feedId)) ?? work.fail('FEED_NOT_FOUND')
    work.audit.target({ kind: 'feed', id: feedId, name })
    return {}
  },
}
