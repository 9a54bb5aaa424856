import { announcedBy } from '../../kernel/announce.ts'
import type { BackgroundParts, StartBackground } from '../../kernel/background.ts'
import { noteCauses } from '../../kernel/notice-causes.store.ts'
import { repeat } from '../../kernel/repeat.ts'
import { announceUnits, findLinks, inhibitedTooLongMs, isConnected, unitsById } from '../central-units/index.ts'
import { requestCommand } from '../commands/index.ts'
import { lockLapsed, noteAskedAgain, takeOverdue, takeUntold } from './remote-panel.store.ts'

const lookEveryMs = 1_000
const secondMs = 1_000
/** A unit that did not take it is asked again after so long. */
const againAfterMs = 30_000
const atOnce = 50

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'deliver'>

/** Asks units that have started again, and are back, for the time that is left of their inhibition. */
const askAgain = ({ ports, inTransaction, deliver }: Parts): Promise<void> =>
  announcedBy(inTransaction, async (tx, announce) => {
    const now = ports.clock.now()
    const lapsed = await lockLapsed(tx, now, new Date(now.getTime() - againAfterMs), atOnce)
    if (lapsed.length === 0) return
    const rows = new Map(
      (
        await unitsById(
          tx,
          lapsed.map((wish) => wish.centralUnitId),
        )
      ).map((row) => [row.id, row]),
    )
    const links = await findLinks(
      tx,
      [...rows.values()].map(({ unit }) => unit),
    )
    for (const { id, plantId, centralUnitId, unit, endsAt } of lapsed) {
      const row = rows.get(centralUnitId)
      const forS = Math.round((endsAt.getTime() - now.getTime()) / secondMs)
      if (!row || forS < 1 || !isConnected(row, links.get(unit.unit))) continue
      const command = { name: 'inhibit', forS } as const
      const asked = await requestCommand({ tx, announce, ports, caller: null }, { plantId, unit, command })
      await noteAskedAgain(tx, id, now, asked.id)
    }
  }).then(deliver)

/** Tells watchers of units that are still inhibited though their time is over: no message brings that. */
const tellOverdue = ({ ports, inTransaction, deliver }: Parts): Promise<void> =>
  announcedBy(inTransaction, async (tx, announce) => {
    const now = ports.clock.now()
    const units = await takeOverdue(tx, new Date(now.getTime() - inhibitedTooLongMs), now)
    if (units.length === 0) return
    await announceUnits(tx, announce, await unitsById(tx, units), now)
  }).then(deliver)

/** Notes for members what lasts for longer beyond its time than their plant bears with. */
const noteTooLong = ({ ports, inTransaction }: Parts): Promise<void> =>
  inTransaction(async (tx) => {
    const now = ports.clock.now()
    const units = await takeUntold(tx, now)
    if (units.length === 0) return
    const rows = await unitsById(tx, units)
    await noteCauses(
      tx,
      rows.map(({ id: centralUnitId, plantId }) => ({
        ...({ plantId, centralUnitId, kind: 'inhibitionTooLong', what: 'inhibited', at: now } as const),
        once: `inhibited ${centralUnitId} ${now.toISOString()}`,
      })),
    )
  })

/** What follows from the time that goes by, and from units that come back. */
export const watchInhibitions = async (parts: Parts): Promise<void> => {
  await askAgain(parts)
  await tellOverdue(parts)
  await noteTooLong(parts)
}

/** Does so for as long as the server runs. */
export const startInhibitionWatch: StartBackground = (parts) => {
  const looking = repeat(lookEveryMs, parts.log, () => watchInhibitions(parts))
  looking.start()
  return looking
}
