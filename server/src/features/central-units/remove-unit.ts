import type { centralUnitActions } from '@vigilux/contract/features/central-units/central-units.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import { abandonCommands, refuseWhileHeld, requestCommand, wasUnanswered } from '../commands/index.ts'
import { auditUnit } from './audit-unit.ts'
import { findUnit, removeUnit } from './central-units.store.ts'
import { findLinks, isConnected } from './unit-links.store.ts'

/** Since when an enrolled unit is connected; undefined if it is not. */
const connectedSince = async (tx: Tx, row: CentralUnitRow): Promise<Date | undefined> => {
  const link = (await findLinks(tx, [row.unit])).get(row.unit)
  return row.acquired && isConnected(row, link) ? link?.since : undefined
}

/** Milliseconds for which an unanswered reset allows a forced removal. */
const unansweredMs = 3_600_000

/**
 * A unit removed without a reset stays bound and cannot be enrolled again. A connected unit is released by
 * `deEnrollCu`; a forced removal requires an unanswered reset since it connected.
 */
const refuseConnected = async (work: Work<'UNIT_CONNECTED'>, row: CentralUnitRow): Promise<void> => {
  const { tx, now } = work
  const since = await connectedSince(tx, row)
  if (!since) return
  const from = new Date(Math.max(since.getTime(), now.getTime() - unansweredMs))
  if (!(await wasUnanswered(tx, row, 'deEnrol', from))) work.fail('UNIT_CONNECTED')
}

export const removeUnitHandlers: Pick<HandlersOf<typeof centralUnitActions>, 'deEnrollCu' | 'removeCu'> = {
  deEnrollCu: async ({ input, ...context }) => {
    const { work } = context
    const unit = (await findUnit(work.tx, input.plantId, input)) ?? work.fail('UNIT_NOT_FOUND')
    auditUnit(work, unit)
    if (!(await connectedSince(work.tx, unit))) return work.fail('UNIT_UNREACHABLE')
    return { command: await requestCommand(context, { plantId: input.plantId, unit, command: { name: 'deEnrol' } }) }
  },
  removeCu: async ({ work, input, caller }) => {
    const { plantId } = input
    const unit = (await findUnit(work.tx, plantId, input)) ?? work.fail('UNIT_NOT_FOUND')
    auditUnit(work, unit)
    await refuseWhileHeld(work, plantId, unit.unit)
    await refuseConnected(work, unit)
    await removeUnit(work, plantId, unit.unit, { at: work.now, by: caller })
    await abandonCommands(work, plantId, unit.unit)
    work.broadcast({ plant: plantId }, 'removeCu', { plant_id: plantId, cu_id: unit.cuId, cu_type: unit.cuType })
    return {}
  },
}
