import { announcedBy } from '../../kernel/announce.ts'
import type { BackgroundParts, StartBackground } from '../../kernel/background.ts'
import { noteCauses } from '../../kernel/notice-causes.store.ts'
import { repeat } from '../../kernel/repeat.ts'
import { type KeeperParts, tellOf } from './announce-notices.ts'
import { dueHandOvers, followMails } from './deliveries.store.ts'
import { goOn } from './escalate.ts'
import { dueRuns } from './escalation-runs.store.ts'
import { gatherGroup } from './gather-notices.ts'
import { handOver } from './hand-over.ts'
import { dueGroups } from './notices.store.ts'
import { followPushes } from './push-messages.store.ts'
import { findProEnds, takeSpan } from './rounds.store.ts'
import { endSilences, findSilent } from './silences.store.ts'
import { lookSlowly } from './slow-rounds.store.ts'
import { takeBack } from './take-back.ts'

const lookEveryMs = 2_000
/** For what is told some minutes later as well, as all units are read for it. */
const slowlyEveryMs = 600_000
/** What happens within this time of the first is told together. */
export const gatherMs = 20_000
const atATime = 50

/** Notes what no message brings: units that fell silent or are back, dates that went by, and ends that come near. */
const noteWhatTimeBrings = ({ ports, inTransaction }: KeeperParts): Promise<void> =>
  inTransaction(async (tx) => {
    const now = ports.clock.now()
    const span = await takeSpan(tx, 'round', now)
    const slowSpan = await takeSpan(tx, 'slow round', now, slowlyEveryMs)
    if (!span) return
    await noteCauses(tx, await endSilences(tx, now))
    await noteCauses(tx, await findSilent(tx, span))
    await noteCauses(tx, await findProEnds(tx, span))
    if (slowSpan) await lookSlowly(tx, slowSpan)
  })

/** Writes notices of what has been gathered long enough, plant by plant, each on one node. */
const gatherDue = async (parts: KeeperParts): Promise<number> => {
  const { ports, inTransaction, deliver } = parts
  const now = ports.clock.now()
  const before = new Date(now.getTime() - gatherMs)
  const groups = await inTransaction((tx) => dueGroups(tx, before, atATime))
  for (const group of groups)
    deliver(
      await announcedBy(inTransaction, async (tx, announce) =>
        tellOf(announce, group.plantId, await gatherGroup({ tx, announce, ports }, group, { before, now })),
      ),
    )
  return groups.length
}

/** Tells the next of those named, escalation by escalation, each on one node. */
const escalateDue = async (parts: KeeperParts): Promise<number> => {
  const { ports, inTransaction, deliver } = parts
  const now = ports.clock.now()
  const due = await inTransaction((tx) => dueRuns(tx, now, atATime))
  for (const id of due)
    deliver(
      await announcedBy(inTransaction, async (tx, announce) => {
        const told = await goOn(tx, id, now)
        // Those told before see how it goes on, too.
        if (told) tellOf(announce, told.plantId, told.userIds)
      }),
    )
  return due.length
}

/** Hands over what is due, receiver by receiver, each on one node. */
const handOverDue = async (parts: KeeperParts): Promise<number> => {
  const { ports, inTransaction, deliver } = parts
  const now = ports.clock.now()
  const due = await inTransaction((tx) => dueHandOvers(tx, now, atATime))
  for (const one of due)
    deliver(
      await announcedBy(inTransaction, async (tx, announce) => {
        if (await handOver(tx, ports, one, now)) tellOf(announce, one.plantId, [one.userId])
      }),
    )
  return due.length
}

/** Keeps of notices what became of their mails and pushes, once those were taken back that nobody is to read any more. */
const follow = async ({ ports, inTransaction, deliver }: KeeperParts): Promise<void> =>
  deliver(
    await announcedBy(inTransaction, async (tx, announce) => {
      const now = ports.clock.now()
      const takenBack = await takeBack(tx, ports, now)
      const followed = [...takenBack, ...(await followMails(tx, now)), ...(await followPushes(tx, now))]
      for (const { plantId, userId } of followed) tellOf(announce, plantId, [userId])
    }),
  )

/** Does what is due about notices: each once, on one node. */
export const keepNotices = async (parts: KeeperParts): Promise<void> => {
  await noteWhatTimeBrings(parts)
  while ((await gatherDue(parts)) === atATime);
  while ((await escalateDue(parts)) === atATime);
  while ((await handOverDue(parts)) === atATime);
  await follow(parts)
}

/** Does so for as long as the server runs. */
export const startNoticeKeeper: StartBackground = (parts: BackgroundParts) => {
  const looking = repeat(lookEveryMs, parts.log, () => keepNotices(parts))
  looking.start()
  return looking
}
