import { diffConfigurations } from '@vigilux/contract/features/snapshots/snapshot.rules.ts'
import type { snapshotActions } from '@vigilux/contract/features/snapshots/snapshots.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { findUnit, requireAcquiredUnit, requireEnabledUnit } from '../central-units/index.ts'
import { beginOperation } from '../operations/index.ts'
import { configurationOf, recordSnapshot } from './record-snapshot.ts'
import { restoreSteps } from './restore-steps.ts'
import { countSnapshots, findSnapshot, listSnapshots, type SnapshotRow, toSnapshot } from './snapshots.store.ts'

type Handlers = HandlersOf<typeof snapshotActions>

/** Snapshots per page. */
const pageRows = 25

const snapshotOf = async (work: Work<'SNAPSHOT_NOT_FOUND'>, plantId: string, id: string): Promise<SnapshotRow> =>
  (await findSnapshot(work.tx, plantId, id)) ?? work.fail('SNAPSHOT_NOT_FOUND')

const restoreSnapshot: Handlers['restoreSnapshot'] = async ({ input, ...context }) => {
  const { work } = context
  const { plantId } = input
  const row = await snapshotOf(work, plantId, input.snapshotId)
  const unit = await requireEnabledUnit(context.work, plantId, { topic: input.topic ?? row.unit })
  if (unit.cuType !== row.cuType) return work.fail('SNAPSHOT_OF_OTHER_TYPE')
  work.audit.target({ kind: 'snapshot', id: row.id, name: row.takenAt.toISOString() })
  const steps = restoreSteps(await configurationOf(work.tx, unit), row.configuration, work.now)
  if (steps.length === 0) return work.fail('NOTHING_TO_RESTORE')
  return { operation: await beginOperation(context, { plantId, unit, kind: 'restoreSnapshot', steps }) }
}

export const snapshotHandlers: Handlers = {
  restoreSnapshot,
  getSnapshots: async ({ work, input }) => {
    const { plantId, page } = input
    const unit = (await findUnit(work.tx, plantId, input)) ?? work.fail('UNIT_NOT_FOUND')
    const span = { offset: (page - 1) * pageRows, limit: pageRows }
    const rows = await listSnapshots(work.tx, plantId, unit.unit, span)
    return { snapshots: rows.map(toSnapshot), total: await countSnapshots(work.tx, plantId, unit.unit) }
  },
  getSnapshot: async ({ work, input }) => {
    const row = await snapshotOf(work, input.plantId, input.snapshotId)
    const unit = await findUnit(work.tx, input.plantId, { topic: row.unit })
    const differences = unit ? diffConfigurations(row.configuration, await configurationOf(work.tx, unit)) : []
    return { snapshot: toSnapshot(row), configuration: row.configuration, differences }
  },
  compareSnapshots: async ({ work, input }) => {
    const before = await snapshotOf(work, input.plantId, input.snapshotId)
    const after = await snapshotOf(work, input.plantId, input.otherId)
    return { differences: diffConfigurations(before.configuration, after.configuration) }
  },
  takeSnapshot: async ({ work, input, caller }) => {
    const unit = await requireAcquiredUnit(work, input.plantId, input)
    const takenAt = work.now
    const cause = { reason: 'manual', takenByName: caller.name, operationId: null, takenAt, always: true }
    const row = (await recordSnapshot(work, unit, cause)) ?? work.fail('INTERNAL_ERROR')
    return { snapshot: toSnapshot(row) }
  },
}
