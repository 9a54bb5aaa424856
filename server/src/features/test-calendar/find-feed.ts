import type { User } from '../../kernel/caller.ts'
import { hashOfSecret } from '../../kernel/secret-link.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { findCaller } from '../accounts/index.ts'
import { listCalendarPlants } from './calendar.store.ts'
import { feedLimits, renderCalendar } from './feed-calendar.ts'
import { findFeed, recordFetched } from './feeds.store.ts'
import { readLightRepeats } from './light-repeats.ts'
import { readTestsToStart } from './tests-to-start.ts'
import { readPlans } from './view-calendar.ts'

export type FeedFinderParts = {
  ports: Ports
  db: Tx
}

/** What a secret of ours looks like: nothing else is looked for. */
const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text)

const dayMs = 86_400_000

/** What lies ahead in the plants of a feed. */
const readUpcoming = async (db: Tx, owner: User, plantId: string | null, now: Date) => {
  const plants = await listCalendarPlants(db, owner, plantId, now)
  const { plans } = await readPlans(db, plants)
  const until = new Date(now.getTime() + feedLimits.days * dayMs)
  const toStart = await readTestsToStart(db, plants, { from: now, until })
  return { plans, plants, toStart, lightRepeats: await readLightRepeats(db, plants, now) }
}

/**
 * Finds the calendar behind the secret of an address. Whose it is and which plants are theirs is looked up each time: a plant whose
 * membership has ended is gone from it, and all are while the person is suspended. An address that was revoked or altered is none.
 */
export const createCalendarFinder =
  ({ ports, db }: FeedFinderParts) =>
  async (secret: string): Promise<string | null> => {
    if (!isSecret(secret)) return null
    const feed = await findFeed(db, hashOfSecret(secret))
    // No session: the address stands for the person, and for nothing but this.
    const owner = feed && (await findCaller(db, feed.userId, feed.id))
    if (!feed || !owner) return null
    const now = ports.clock.now()
    const ahead = await readUpcoming(db, owner, feed.plantId, now)
    await recordFetched(db, feed.id, now)
    const { publicUrl } = ports.settings
    return renderCalendar(ahead, { language: owner.language, now, publicUrl })
  }
