import { randomUUID } from 'node:crypto'
import type { Product } from '../composition/product.ts'
import { findAcquiredUnits } from '../features/central-units/index.ts'
import type { Log } from '../kernel/log.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findDemoCaller } from './demo-caller.ts'
import type { Repair } from './simulator-process.ts'

/** The account of the estate's technician. */
const technician = 'staff'

/** The action after a repair: a lamp is tested, a unit is refreshed. */
const entryOf = ({ unit: topic, addr }: Repair, plantId: string): { action: string; input: object } =>
  addr === null
    ? { action: 'getStatoConfig', input: { plantId, topic } }
    : { action: 'ftest', input: { plantId, topic, addr: [addr], kind: 'functional' } }

/**
 * Records repairs of the estate's technician like a person would: as an action under the technician's account. So the
 * audit names the technician, and the lamp gets a result after the repair.
 */
export const createRepairRecorder = (product: Pick<Product, 'database' | 'dispatch'>, log: Log) => {
  const recordRepair = async (repair: Repair): Promise<void> => {
    const { db } = product.database
    const unit = (await findAcquiredUnits(db, [repair.unit])).get(repair.unit)
    const caller = await findDemoCaller(db, { name: technician })
    if (!unit || !caller) return
    await product.dispatch({ ...entryOf(repair, unit.plantId), caller, requestId: randomUUID() })
  }
  return (repair: Repair): void => {
    void recordRepair(repair).catch((error: unknown) => {
      // A running test includes the repaired lamp.
      if (error instanceof Refusal) log.debug({ repair, code: error.code }, 'the technician was refused')
      else log.warn({ err: error, repair }, 'a repair left no entry')
    })
  }
}
