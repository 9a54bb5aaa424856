import { randomUUID } from 'node:crypto'
import type { BackgroundParts, StartBackground } from '../../kernel/background.ts'
import { type NoticeCauseRow, noteCauses } from '../../kernel/notice-causes.store.ts'
import { repeat } from '../../kernel/repeat.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { noticeValues } from './notice-values.ts'
import { dueGroups, type Group, insertNotice, listReceivers, namesOf, takeCauses } from './notices.store.ts'
import { endSilences, findProEnds, findSilent, takeSpan } from './rounds.store.ts'

const lookEveryMs = 2_000
/** What happens within this time of the first is told together. */
export const gatherMs = 20_000
const groupsAtATime = 50

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction'>

/** Notes what no message brings: units that fell silent or are back, and ends of Pro that come near. */
const noteWhatTimeBrings = ({ ports, inTransaction }: Parts): Promise<void> =>
  inTransaction(async (tx) => {
    const now = ports.clock.now()
    const span = await takeSpan(tx, now)
    if (!span) return
    await noteCauses(tx, await endSilences(tx, now))
    await noteCauses(tx, await findSilent(tx, span))
    await noteCauses(tx, await findProEnds(tx, span))
  })

/** Writes a notice to each receiver and hands it to the outbox of mails; both are there, or neither. */
const tell = async (tx: Tx, ports: Ports, group: Group, causes: readonly NoticeCauseRow[], now: Date) => {
  const [first] = causes
  const receivers = first ? await listReceivers(tx, group, now) : []
  if (!first || receivers.length === 0) return
  const names = await namesOf(tx, [...new Set(causes.flatMap(({ centralUnitId }) => centralUnitId ?? []))])
  for (const receiver of receivers) {
    const { userId, email: to, language } = receiver
    const ids = { id: randomUUID(), causeId: first.id, causeIds: causes.map(({ id }) => id) }
    if (!(await insertNotice(tx, { ...ids, ...group, userId, at: now }))) continue
    const values = await noticeValues(group, causes, { receiver, names, publicUrl: ports.settings.publicUrl })
    await ports.mail.send(tx, { to, language, template: 'notice', values })
  }
}

/** Tells what has been gathered long enough, plant by plant, each on one node. */
const tellDue = async ({ ports, inTransaction }: Parts): Promise<number> => {
  const now = ports.clock.now()
  const before = new Date(now.getTime() - gatherMs)
  const groups = await inTransaction((tx) => dueGroups(tx, before, groupsAtATime))
  for (const group of groups)
    await inTransaction(async (tx) => tell(tx, ports, group, await takeCauses(tx, group, { before, now }), now))
  return groups.length
}

/** Does what is due about notices: each once, on one node. */
export const keepNotices = async (parts: Parts): Promise<void> => {
  await noteWhatTimeBrings(parts)
  while ((await tellDue(parts)) === groupsAtATime);
}

/** Does so for as long as the server runs. */
export const startNoticeKeeper: StartBackground = (parts) => {
  const looking = repeat(lookEveryMs, parts.log, () => keepNotices(parts))
  looking.start()
  return looking
}
