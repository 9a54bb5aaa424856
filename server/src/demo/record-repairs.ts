import { randomUUID } from 'node:crypto'
import type { Product } from '../composition/product.ts'
import { findAcquiredUnits } from '../features/central-units/index.ts'
import type { Log } from '../kernel/log.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findDemoCaller } from './demo-caller.ts'
import type { Repair } from './simulator-process.ts'

/** Whose account the technician of the estate has. */
const technician = 'staff'

/** What somebody does who has mended something: a lamp is tested, a unit is asked how it is. */
const entryOf = ({ unit: topic, addr }: Repair, plantId: string): { action: string; input: object } =>
  addr === null
    ? { action: 'getStatoConfig', input: { plantId, topic } }
    : { action: 'ftest', input: { plantId, topic, addr: [addr], kind: 'functional' } }

/**
 * Leaves an entry of what the technician of the simulated estate has mended, in the way a person would: under the technician's
 * account, through the same door. So the audit names who was there, and the lamp has a result from after the repair.
 */
export const createRepairRecorder = (product: Pick<Product, 'database' | 'dispatch'>, log: Log) => {
  const keep = async (repair: Repair): Promise<void> => {
    const { db } = product.database
    const unit = (await findAcquiredUnits(db, [repair.unit])).get(repair.unit)
    const caller = await findDemoCaller(db, { name: technician })
    if (!unit || !caller) return
    await product.dispatch({ ...entryOf(repair, unit.plantId), caller, requestId: randomUUID() })
  }
  return (repair: Repair): void => {
    void keep(repair).catch((error: unknown) => {
      // A test that runs already shows the repaired lamp as well.
      if (error instanceof Refusal) log.debug({ repair, code: error.code }, 'the technician was refused')
      else log.warn({ err: error, repair }, 'a repair left no entry')
    })
  }
}
