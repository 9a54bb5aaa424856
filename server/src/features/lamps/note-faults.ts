import type { ListenerContext } from '../../kernel/device-listeners.ts'
import { noteCauses } from '../../kernel/notice-causes.store.ts'
import { findNewFaults } from './lamp-changes.store.ts'
import type { Place } from './lamps.store.ts'

/** Members are to be told of faults that these lamps did not have before. */
export const noteFaults = async (
  changed: readonly Place[],
  { tx, units, now }: Pick<ListenerContext, 'tx' | 'units' | 'now'>,
): Promise<void> => {
  const plants = new Map(units.values().map(({ id, plantId }) => [id, plantId]))
  const found = changed.length === 0 ? [] : await findNewFaults(tx, changed)
  await noteCauses(
    tx,
    found.flatMap(({ centralUnitId, addr, boot, seq, faults }) => {
      const plantId = plants.get(centralUnitId)
      const of = { kind: 'functionError', what: 'fault', at: now, centralUnitId, addr, faults } as const
      return plantId ? [{ ...of, plantId, once: `fault ${centralUnitId} ${addr} ${boot} ${seq}` }] : []
    }),
  )
}
