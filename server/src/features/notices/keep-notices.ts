import type { BackgroundParts } from '../../kernel/background.ts'
import { eachByItself, eachDue } from '../../kernel/each-due.ts'
import { noteCauses } from '../../kernel/notice-causes.store.ts'
import type { TaskOf } from '../../kernel/task.ts'
import { type KeeperParts as TellingParts, tellOf } from './announce-notices.ts'
import { dueHandOvers, followMails, type HandOver } from './deliveries.store.ts'
import { goOn } from './escalation/escalate.ts'
import { dueRuns } from './escalation/escalation-runs.store.ts'
import { gatherGroup } from './gather-notices.ts'
import { handOver } from './hand-over.ts'
import { dueGroups, type Group } from './notices.store.ts'
import { followPushes } from './push/push-messages.store.ts'
import { findProEnds, takeSpan } from './rounds.store.ts'
import { endSilences, findSilent } from './silences.store.ts'
import { lookSlowly } from './slow-rounds.store.ts'
import { takeBack } from './take-back.ts'

type KeeperParts = TellingParts & Pick<BackgroundParts, 'db' | 'log'>

const lookEveryMs = 2_000
/** For what is told some minutes later as well, as all units are read for it. */
const slowlyEveryMs = 600_000
/** What happens within this time of the first is told together. */
export const gatherMs = 20_000

/** Notes what no message brings: units that fell silent or are back, and ends that come near. */
const noteWhatTimeBrings = ({ ports, inTransaction }: KeeperParts): Promise<void> =>
  inTransaction(async ({ tx }) => {
    const now = ports.clock.now()
    const span = await takeSpan(tx, 'round', now)
    if (!span) return
    await noteCauses(tx, await endSilences(tx, now))
    await noteCauses(tx, await findSilent(tx, span))
    await noteCauses(tx, await findProEnds(tx, span))
  })

/** Notes dates that went by, and what else all units are read for. */
const noteSlowly = ({ ports, inTransaction }: KeeperParts): Promise<void> =>
  inTransaction(async ({ tx }) => {
    const span = await takeSpan(tx, 'slow round', ports.clock.now(), slowlyEveryMs)
    if (span) await lookSlowly(tx, span)
  })

/** Writes notices of what has been gathered long enough, plant by plant, each on one node. */
const gatherDue = ({ ports, db, inTransaction, log }: KeeperParts): Promise<void> => {
  const now = ports.clock.now()
  const before = new Date(now.getTime() - gatherMs)
  const gather = async (group: Group): Promise<void> =>
    await inTransaction(async (work) => tellOf(work, group.plantId, await gatherGroup(work, group, { before, now })))
  const failure = 'what happened in a plant cannot be told'
  return eachDue({ log, failure }, (limit) => dueGroups(db, before, limit), gather)
}

/** Tells the next of those named, escalation by escalation, each on one node. */
const escalateDue = ({ ports, db, inTransaction, log }: KeeperParts): Promise<void> => {
  const now = ports.clock.now()
  const escalate = async (id: string): Promise<void> =>
    await inTransaction(async (work) => {
      const told = await goOn(work.tx, id, now)
      // Those told before see how it goes on, too.
      if (told) tellOf(work, told.plantId, told.userIds)
    })
  const failure = 'an escalation cannot go on'
  return eachDue({ log, failure }, (limit) => dueRuns(db, now, limit), escalate)
}

/** Hands over what is due, receiver by receiver, each on one node. */
const handOverDue = ({ ports, db, inTransaction, log }: KeeperParts): Promise<void> => {
  const now = ports.clock.now()
  const hand = async (one: HandOver): Promise<void> =>
    await inTransaction(async (work) => {
      if (await handOver(work.tx, ports, one, now)) tellOf(work, one.plantId, [one.userId])
    })
  const failure = 'a notice cannot be handed over'
  return eachDue({ log, failure }, (limit) => dueHandOvers(db, now, limit), hand)
}

/** Keeps of notices what became of their mails and pushes, once those were taken back that nobody is to read any more. */
const follow = async ({ ports, inTransaction }: KeeperParts): Promise<void> =>
  await inTransaction(async (work) => {
    const now = ports.clock.now()
    const takenBack = await takeBack(work.tx, ports, now)
    const followed = [...takenBack, ...(await followMails(work.tx, now)), ...(await followPushes(work.tx, now))]
    for (const { plantId, userId } of followed) tellOf(work, plantId, [userId])
  })

/** Does what is due about notices: each once, on one node. */
export const keepNotices = (parts: KeeperParts): Promise<void> =>
  eachByItself(
    parts.log,
    [noteWhatTimeBrings, noteSlowly, gatherDue, escalateDue, handOverDue, follow].map((work) => () => work(parts)),
  )

export const noticeKeeper: TaskOf = (parts) => ({
  name: 'keep notices',
  everyMs: lookEveryMs,
  turn: () => keepNotices(parts),
})
