import type { EventData, EventName } from '@vigilux/contract/events.ts'
import type { InTransaction, Tx } from './transaction.ts'

/**
 * Who is told: the watchers of a plant, or all browsers of one person. `home` names people whose browsers are told too
 * while they watch no plant at all, as on the plant list. `exceptSocket` knows already: it has just saved it.
 */
export type Audience = { plant: string; home?: string[]; exceptSocket?: string } | { user: string }

type AnnouncementOf<N extends EventName> = { audience: Audience; event: N; data: EventData<N> }
export type Announcement = { [N in EventName]: AnnouncementOf<N> }[EventName]

/** Tells something after COMMIT; nothing is told of a transaction that was rolled back. */
export type Announce = <N extends EventName>(audience: Audience, event: N, data: EventData<N>) => void

/** Collects the announcements of a transaction. */
export const collectAnnouncements = (): { announce: Announce; collected: Announcement[] } => {
  const collected: Announcement[] = []
  // The compiler does not see that an event and its data are of one kind.
  const announce: Announce = (audience, event, data) => void collected.push({ audience, event, data } as Announcement)
  return { collected, announce }
}

/** What a transaction announced, once it is committed; an attempt that was run again announced nothing. */
export const announcedBy = async (
  inTransaction: InTransaction,
  work: (tx: Tx, announce: Announce) => Promise<void>,
): Promise<Announcement[]> => {
  const { announce, collected } = collectAnnouncements()
  await inTransaction((tx) => {
    collected.length = 0
    return work(tx, announce)
  })
  return collected
}
