import { randomUUID } from 'node:crypto'
import type { testCalendarActions } from '@vigilux/contract/features/test-calendar/test-calendar.actions.ts'
import { type CalendarFeed, feedsPerPerson } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { about } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { hashOfSecret, newSecret } from '../../kernel/secret-link.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { listCalendarPlants } from './calendar.store.ts'
import { countFeeds, deleteFeed, type FeedRow, insertFeed, listFeeds, lockFeedsOf } from './feeds.store.ts'
import { lightRepeatsOf, readLightRepeats } from './light-repeats.ts'
import { readNextTests, readPlanEnd } from './next-tests.ts'
import { startOfYear } from './planned-dates.ts'
import { readTestsToStart, viewTestsToStart } from './tests-to-start.ts'
import { readChanges, readPlans, readTests, viewPlanned } from './view-calendar.ts'

const dayMs = 86_400_000

/** Bytes of the secret in an address: twice what nobody can guess. */
const secretBytes = 32

const toFeed = ({ id, name, plantId, plantname, madeAt, fetchedAt }: FeedRow): CalendarFeed => ({
  ...{ id, name, plant: plantId ? { id: plantId, name: plantname ?? '' } : null },
  madeAt: madeAt.toISOString(),
  fetchedAt: fetchedAt?.toISOString() ?? null,
})

export const testCalendarHandlers: HandlersOf<typeof testCalendarActions> = {
  getTestCalendar: async ({ input: { year, plantId }, caller, tx, ports, fail }) => {
    const now = ports.clock.now()
    const plants = await listCalendarPlants(tx, caller, plantId ?? null, now)
    if (plantId && plants.length === 0) return fail('PLANT_NOT_FOUND')
    const { plans, cut } = await readPlans(tx, plants)
    // A year begins and ends where the plant is: a day more on both sides, of which the days decide.
    const wide = { from: startOfYear(year, 'UTC'), until: startOfYear(year + 1, 'UTC') }
    const span = { from: new Date(wide.from.getTime() - dayMs), until: new Date(wide.until.getTime() + dayMs) }
    const toStart = await readTestsToStart(tx, plants, span)
    const past = await readTests(tx, plants, year, span)
    return {
      plants: plants.map(({ id, plantname, timezone, historySince }) => ({
        ...{ plant_id: id, plantname, timezone, today: dayIn(now, timezone) },
        historySince: historySince?.toISOString() ?? null,
      })),
      planned: [
        ...viewPlanned(plans, (zone) => ({ from: startOfYear(year, zone), until: startOfYear(year + 1, zone) }), now),
        ...viewTestsToStart(toStart, plants, { year, now }),
      ],
      tests: past.tests,
      changes: await readChanges(tx, plants, wide),
      lightRepeats: lightRepeatsOf(await readLightRepeats(tx, plants, now), year),
      cut: cut || past.cut,
    }
  },
  getNextTests: async ({ input: { plantId }, caller, tx, ports }) => {
    const now = ports.clock.now()
    const [plant] = await listCalendarPlants(tx, caller, plantId, now)
    return {
      tests: await readNextTests(tx, plantId),
      planEnd: await readPlanEnd(tx, plantId, now, plant?.timezone ?? 'UTC'),
    }
  },
  getCalendarFeeds: async ({ caller, tx, ports }) => ({
    feeds: (await listFeeds(tx, caller, ports.clock.now())).map(toFeed),
  }),
  createCalendarFeed: async ({ input: { name, plantId }, caller, tx, ports, fail }) => {
    const now = ports.clock.now()
    const [plant] = plantId ? await listCalendarPlants(tx, caller, plantId, now) : []
    if (plantId && !plant) return fail('PLANT_NOT_FOUND')
    // One at a time for each person: what is counted stays true until it is written.
    await lockFeedsOf(tx, caller.userId)
    const secret = newSecret(secretBytes)
    if ((await countFeeds(tx, caller.userId)) >= feedsPerPerson) return fail('FEED_LIMIT', { limit: feedsPerPerson })
    const row = { id: randomUUID(), plantId: plantId ?? null, name, madeAt: now, fetchedAt: null }
    await insertFeed(tx, { ...row, userId: caller.userId, secretHash: hashOfSecret(secret) })
    about(tx, { kind: 'feed', id: row.id, name })
    const address = `${ports.settings.publicUrl}/calendar/${secret}.ics`
    return { feed: toFeed({ ...row, plantname: plant?.plantname ?? null }), address }
  },
  revokeCalendarFeed: async ({ input: { feedId }, caller, tx, fail }) => {
    const { name } = (await deleteFeed(tx, caller.userId, feedId)) ?? fail('FEED_NOT_FOUND')
    about(tx, { kind: 'feed', id: feedId, name })
    return {}
  },
}
