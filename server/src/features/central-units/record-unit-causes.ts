import { endFaults, endUnitCauses, type NoticeCause, recordCauses } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { EnrolledUnits } from '../../kernel/unit-register.ts'
import type { UnitStateChange } from './central-units.store.ts'

type Context = { units: EnrolledUnits; now: Date }

const newFaultCauses = ({ id, isFirst, before, after }: UnitStateChange, plantId: string, at: Date): NoticeCause[] => {
  const faults = after.errors.filter((code) => !before.errors.includes(code))
  const base = { plantId, kind: 'functionError', what: 'unitFault', at, centralUnitId: id, faults } as const
  return isFirst || faults.length === 0 ? [] : [{ ...base, once: `unit fault ${id} ${at.toISOString()}` }]
}

/**
 * Records causes of notices: new faults of units, and failing and returning mains. Faults in a unit's first report are
 * its initial state; only a mains failure is reported even then, because it is an emergency.
 */
export const recordUnitCauses = async (tx: Tx, changed: readonly UnitStateChange[], { units, now }: Context) => {
  const plants = new Map(units.values().map(({ id, plantId }) => [id, plantId]))
  const failed = changed.filter(({ before, after }) => after.onBattery && !before.onBattery)
  const unitsOnMains = changed.filter(({ before, after }) => before.onBattery && !after.onBattery).map(({ id }) => id)
  const endedCauses = await endUnitCauses(tx, { what: 'mainsFailure', units: unitsOnMains }, now)
  await endFaults(
    tx,
    'unitFault',
    changed.map(({ id, after }) => ({ centralUnitId: id, addr: null, faults: after.errors })),
    now,
  )
  const mains = { kind: 'mainsFailure', at: now } as const
  const causes = [
    ...changed.flatMap((change) => newFaultCauses(change, plants.get(change.id) ?? '', now)),
    ...failed.map(({ id }) => ({
      ...({ ...mains, what: 'mainsFailure', centralUnitId: id, plantId: plants.get(id) ?? '' } as const),
      once: `mains ${id} ${now.toISOString()}`,
    })),
    ...endedCauses.map(({ id, plantId, centralUnitId }) => ({
      ...({ ...mains, what: 'mainsBack', centralUnitId, plantId, once: `mains back ${id}` } as const),
    })),
  ]
  await recordCauses(
    tx,
    causes.filter(({ plantId }) => plantId !== ''),
  )
}
