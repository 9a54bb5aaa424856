import type { RunningProduct } from '../e2e/support/running-product.ts'
import { acquireUnit, insertUnit } from '../server/src/features/central-units/index.ts'

type SeededUnit = { plantId: string; cuId: string; cuType?: string }

/** Adds a unit to a plant, simulated by the measurement itself. Returns its topic. */
export const seedUnit = (product: RunningProduct, { plantId, cuId, cuType = 'logica' }: SeededUnit): Promise<string> =>
  product.product().inTransaction(async (work) => {
    await insertUnit(work, { plantId, cuType, cuId, description: '', location: '', addedAt: work.now })
    await acquireUnit(work, plantId, `${cuType}_${cuId}`)
    return `${cuType}_${cuId}`
  })
