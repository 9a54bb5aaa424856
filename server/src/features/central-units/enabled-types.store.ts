import { findOnlyEnabledType } from '@vigilux/contract/features/plants/plant.rules.ts'
import { and, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { findTiers } from '../plants/index.ts'

type PlantUnit = { plantId: string; cuType: string }

/** Filter for enabled units of these plants: after Pro has expired, only those of one type are. */
export const findEnabledFilter = async (
  tx: Tx,
  plantIds: string[],
  now: Date,
): Promise<(unit: PlantUnit) => boolean> => {
  const tiers = await findTiers(tx, plantIds, now)
  const expired = [...tiers].flatMap(([plantId, tier]) => (tier === 'expired' ? [plantId] : []))
  if (expired.length === 0) return () => true
  const { plantId, cuType, addedAt, unit, removedAt } = centralUnitTable
  const firstTypes = await tx
    .selectDistinctOn([plantId], { plantId, cu_type: cuType })
    .from(centralUnitTable)
    .where(and(inArray(plantId, expired), isNull(removedAt)))
    .orderBy(plantId, addedAt, unit)
  const onlyTypes = new Map(firstTypes.map((first) => [first.plantId, findOnlyEnabledType('expired', [first])]))
  return (one) => (onlyTypes.get(one.plantId) ?? one.cuType) === one.cuType
}
