import type { User } from '../../kernel/caller.ts'
import { hashOfSecret } from '../../kernel/secret-link.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { findCaller } from '../accounts/index.ts'
import { isInCalendar } from './calendar.store.ts'
import { listTestsToStart } from './calendar-tests.store.ts'
import { feedLimits, renderCalendar } from './feed-calendar.ts'
import { findFeed, recordFetched } from './feeds.store.ts'
import { readLightRepeats } from './light-repeats.ts'
import { readPlans } from './view-calendar.ts'

export type FeedFinderParts = {
  ports: Ports
  db: Tx
}

/** Format of a secret; anything else is not looked up. */
const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text)

const dayMs = 86_400_000

/** Future tests in the plants of a feed. */
const readUpcoming = async (db: Tx, owner: User, plantId: string | null, now: Date) => {
  const ofPlants = isInCalendar(owner, plantId, now)
  const plans = await readPlans(db, ofPlants)
  const until = new Date(now.getTime() + feedLimits.days * dayMs)
  const toStart = await listTestsToStart(db, ofPlants, { from: now, until, limit: feedLimits.tests })
  return { plans, toStart, lightRepeats: await readLightRepeats(db, ofPlants, now) }
}

/**
 * Owner and plants are looked up on every fetch: plants of ended memberships are dropped, all of them while the person
 * is suspended. A revoked or altered address finds nothing.
 */
export const createCalendarFinder =
  ({ ports, db }: FeedFinderParts) =>
  async (secret: string): Promise<string | null> => {
    if (!isSecret(secret)) return null
    const feed = await findFeed(db, hashOfSecret(secret))
    // Without a session: the address identifies the person, for this purpose alone.
    const owner = feed && (await findCaller(db, feed.userId, feed.id))
    if (!feed || !owner) return null
    const now = ports.clock.now()
    const upcoming = await readUpcoming(db, owner, feed.plantId, now)
    await recordFetched(db, feed.id, now)
    const { publicUrl } = ports.settings
    return renderCalendar(upcoming, { language: owner.language, now, publicUrl })
  }
