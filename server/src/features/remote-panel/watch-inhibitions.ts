import type { BackgroundParts } from '../../kernel/background.ts'
import { recordCauses } from '../../kernel/notice-causes.store.ts'
import { processEachDue, runIsolated } from '../../kernel/run-task.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import { broadcastUnits, inhibitedTooLongMs, listUnitsById } from '../central-units/index.ts'
import { queueCommand } from '../commands/index.ts'
import {
  claimOverdue,
  claimUnnotified,
  isAnyInhibitionDue,
  listLapsed,
  lockLapsed,
  recordRerequested,
} from './remote-panel.store.ts'

const batchSize = 50
const secondMs = 1_000
/** Interval between repeated requests to a unit until it has taken one. */
const retryAfterMs = 30_000

type Parts = Pick<BackgroundParts, 'ports' | 'db' | 'inTransaction' | 'log'>

const retryBefore = (now: Date): Date => new Date(now.getTime() - retryAfterMs)

/** Requests the remaining inhibition time from restarted units back online. */
const rerequestInhibitions = ({ ports, db, inTransaction, log }: Parts): Promise<void> => {
  const now = ports.clock.now()
  const lastSentBefore = retryBefore(now)
  const rerequest = async (id: string): Promise<void> =>
    await inTransaction(async (work) => {
      const lapsedRequest = await lockLapsed(work.tx, id, now, lastSentBefore)
      if (!lapsedRequest) return
      const { request, ...unit } = lapsedRequest
      const forS = Math.round((request.endsAt.getTime() - now.getTime()) / secondMs)
      if (forS < 1) return
      const command = { name: 'inhibit', forS } as const
      const sentCommand = await queueCommand({ work, caller: null }, { plantId: request.plantId, unit, command })
      await recordRerequested(work.tx, id, now, sentCommand.id)
    })
  const task = { log, failure: 'a unit cannot be asked again to inhibit', max: batchSize }
  return processEachDue(task, (limit) => listLapsed(db, now, lastSentBefore, limit), rerequest)
}

/** Broadcasts units still inhibited after their end, because no message reports it. */
const broadcastOverdue = ({ ports, inTransaction }: Parts): Promise<void> =>
  inTransaction(async (work) => {
    const now = ports.clock.now()
    const units = await claimOverdue(work.tx, inhibitedTooLongMs, now)
    if (units.length === 0) return
    await broadcastUnits(work, await listUnitsById(work.tx, units))
  })

/** Records causes for inhibitions beyond their end by more than the plant's threshold. */
const recordOverdueCauses = ({ ports, inTransaction }: Parts): Promise<void> =>
  inTransaction(async ({ tx }) => {
    const now = ports.clock.now()
    const units = await claimUnnotified(tx, now)
    if (units.length === 0) return
    const rows = await listUnitsById(tx, units)
    await recordCauses(
      tx,
      rows.map(({ id: centralUnitId, plantId }) => ({
        ...({ plantId, centralUnitId, kind: 'inhibitionTooLong', what: 'inhibited', at: now } as const),
        once: `inhibited ${centralUnitId} ${now.toISOString()}`,
      })),
    )
  })

/** Runs the time-driven work of inhibitions, and the work for returning units. */
export const watchInhibitions = (parts: Parts): Promise<void> =>
  runIsolated(
    parts.log,
    [rerequestInhibitions, broadcastOverdue, recordOverdueCauses].map((work) => () => work(parts)),
  )

export const inhibitionWatcher: TaskFactory = (parts) => ({
  name: 'watch inhibitions',
  due: (now) => isAnyInhibitionDue(now, { lastSentBefore: retryBefore(now), afterMs: inhibitedTooLongMs }),
  turn: () => watchInhibitions(parts),
})
