import type { BackgroundParts } from '../../kernel/background.ts'
import { eachByItself, eachDue } from '../../kernel/each-due.ts'
import { noteCauses } from '../../kernel/notice-causes.store.ts'
import type { TaskOf } from '../../kernel/task.ts'
import { announceUnits, inhibitedTooLongMs, unitsById } from '../central-units/index.ts'
import { requestCommand } from '../commands/index.ts'
import { listLapsed, lockLapsed, noteAskedAgain, takeOverdue, takeUntold } from './remote-panel.store.ts'

const lookEveryMs = 1_000
const askedAtOnce = 50
const secondMs = 1_000
/** A unit that did not take it is asked again after so long. */
const againAfterMs = 30_000

type Parts = Pick<BackgroundParts, 'ports' | 'db' | 'inTransaction' | 'log'>

/** Asks units that have started again, and are back, for the time that is left of their inhibition. */
const askAgain = ({ ports, db, inTransaction, log }: Parts): Promise<void> => {
  const now = ports.clock.now()
  const notAskedSince = new Date(now.getTime() - againAfterMs)
  const ask = async (id: string): Promise<void> =>
    await inTransaction(async (work) => {
      const lapsed = await lockLapsed(work.tx, id, now, notAskedSince)
      if (!lapsed) return
      const { wish, ...unit } = lapsed
      const forS = Math.round((wish.endsAt.getTime() - now.getTime()) / secondMs)
      if (forS < 1) return
      const command = { name: 'inhibit', forS } as const
      const asked = await requestCommand({ work, caller: null }, { plantId: wish.plantId, unit, command })
      await noteAskedAgain(work.tx, id, now, asked.id)
    })
  const task = { log, failure: 'a unit cannot be asked again to inhibit', most: askedAtOnce }
  return eachDue(task, (limit) => listLapsed(db, now, notAskedSince, limit), ask)
}

/** Tells watchers of units that are still inhibited though their time is over: no message brings that. */
const tellOverdue = ({ ports, inTransaction }: Parts): Promise<void> =>
  inTransaction(async (work) => {
    const now = ports.clock.now()
    const units = await takeOverdue(work.tx, inhibitedTooLongMs, now)
    if (units.length === 0) return
    await announceUnits(work, await unitsById(work.tx, units))
  })

/** Notes for members what lasts for longer beyond its time than their plant bears with. */
const noteTooLong = ({ ports, inTransaction }: Parts): Promise<void> =>
  inTransaction(async ({ tx }) => {
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
export const watchInhibitions = (parts: Parts): Promise<void> =>
  eachByItself(
    parts.log,
    [askAgain, tellOverdue, noteTooLong].map((work) => () => work(parts)),
  )

export const inhibitionWatch: TaskOf = (parts) => ({
  name: 'watch inhibitions',
  everyMs: lookEveryMs,
  turn: () => watchInhibitions(parts),
})
