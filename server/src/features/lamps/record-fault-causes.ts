import type { ListenerContext } from '../../kernel/device-listeners.ts'
import { endFaults, recordCauses } from '../../kernel/notice-causes.store.ts'
import { findNewFaults } from './lamp-changes.store.ts'
import type { SavedLamp } from './save-lamps.store.ts'

/**
 * Records causes of notices: new faults of these lamps; ended faults are closed. Faults in a lamp's first report are
 * its initial state, not an event: the person who enrols the unit sees them there.
 */
export const recordFaultCauses = async (
  changed: readonly SavedLamp[],
  { work, units }: Pick<ListenerContext, 'work' | 'units'>,
): Promise<void> => {
  const knownLamps = changed.filter(({ isFirst }) => !isFirst)
  if (knownLamps.length === 0) return
  const plants = new Map(units.values().map(({ id, plantId }) => [id, plantId]))
  const found = await findNewFaults(work.tx, knownLamps)
  await endFaults(work.tx, 'fault', found, work.now)
  await recordCauses(
    work.tx,
    found.flatMap(({ centralUnitId, addr, boot, seq, fresh: faults }) => {
      const plantId = plants.get(centralUnitId)
      const cause = { kind: 'functionError', what: 'fault', at: work.now, centralUnitId, addr, faults } as const
      return plantId && faults.length > 0
        ? [{ ...cause, plantId, once: `fault ${centralUnitId} ${addr} ${boot} ${seq}` }]
        : []
    }),
  )
}
