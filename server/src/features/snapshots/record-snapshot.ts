import { createHash } from 'node:crypto'
import type { UnitConfiguration } from '@vigilux/contract/features/snapshots/snapshot.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { type CentralUnitRow, findUnit } from '../central-units/index.ts'
import { type CommandListener, changesConfiguration } from '../commands/index.ts'
import { detailOf, listLampsOfUnit } from '../lamps/index.ts'
import {
  findLastSnapshot,
  hasSnapshotOfOperation,
  insertSnapshot,
  type SnapshotRow,
  toSnapshot,
} from './snapshots.store.ts'

/** A unit's configuration as last reported. */
export const configurationOf = async (tx: Tx, unit: CentralUnitRow): Promise<UnitConfiguration> => {
  const { detail } = unit
  const { shadow } = unit
  const schedule = (part: 'functional' | 'autonomy') => {
    const unitPlan = detail?.[part]
    return unitPlan ? { period: unitPlan.period, next: unitPlan.next } : null
  }
  return {
    name: detail?.name ?? null,
    numLamp: shadow?.lampsConfigured ?? null,
    ratedHours: detail?.ratedHours ?? null,
    functional: schedule('functional'),
    autonomy: schedule('autonomy'),
    contacts: detail?.contacts ?? [],
    flags: detail?.flags ?? {},
    lamps: (await listLampsOfUnit(tx, unit.id)).map((lamp) => ({
      addr: lamp.addr,
      serial: lamp.serial,
      name: lamp.detail?.name ?? null,
      groups: lamp.groups,
      params: detailOf(lamp)?.params ?? {},
    })),
  }
}

export type SnapshotCause = {
  reason: string
  takenByName: string | null
  operationId: string | null
  takenAt: Date
  /** Saves a snapshot even without a difference from the last one. */
  always?: boolean
}

/** Saves a unit's configuration, unless it equals the last snapshot. */
export const recordSnapshot = async (
  work: Work,
  unit: CentralUnitRow,
  { always = false, ...cause }: SnapshotCause,
): Promise<SnapshotRow | null> => {
  const configuration = await configurationOf(work.tx, unit)
  const digest = createHash('sha256').update(JSON.stringify(configuration)).digest('hex')
  const last = await findLastSnapshot(work.tx, unit.plantId, unit.unit)
  if (!always && last?.digest === digest) return null
  const row = await insertSnapshot(work.tx, {
    ...cause,
    plantId: unit.plantId,
    unit: unit.unit,
    cuType: unit.cuType,
    lamps: configuration.lamps.length,
    digest,
    configuration,
  })
  work.broadcast({ plant: unit.plantId }, 'snapshot', { plant_id: unit.plantId, snapshot: toSnapshot(row) })
  return row
}

/** Takes a snapshot right before a configuration command is first sent; once for all steps of an operation. */
export const snapshotListener: CommandListener = async (row, work) => {
  const isFirstSending = row.state === 'sent' && row.attempt === 1
  if (!isFirstSending || !changesConfiguration(row.name)) return
  if (row.operationId !== null && (await hasSnapshotOfOperation(work.tx, row.operationId))) return
  const unit = await findUnit(work.tx, row.plantId, { topic: row.unit })
  if (!unit?.acquired) return
  const { operationId, requestedByName: takenByName, name: reason } = row
  await recordSnapshot(work, unit, {
    reason,
    takenByName,
    operationId,
    takenAt: work.now,
    // The next step of the operation needs a snapshot, whether or not anything changed.
    always: operationId !== null,
  })
}
