import type { PlantDraft, positionSources } from './plant.ts'

type Address = PlantDraft['address']
type SavedAddress = Omit<Address, 'positionBy'> & { positionBy: (typeof positionSources)[number] }

const locationFields = ['country', 'housenumber', 'city', 'street', 'prov', 'cap'] as const

/** Effect of a saved address on the plant's position: kept, set by hand, or looked up. */
export type PositionUpdate = 'keep' | 'hand' | 'lookUp'

/**
 * A position set by hand wins. Otherwise the position is looked up in three cases: the address changed, it was not found yet, or a person
 * lets the position follow it again.
 */
export const decidePositionUpdate = (before: SavedAddress | null, given: Address): PositionUpdate => {
  const isSame = before !== null && before.lat === given.lat && before.long === given.long
  const by = given.positionBy ?? (isSame && before.positionBy === 'address' ? 'address' : 'hand')
  if (by === 'hand' && given.lat !== null) return 'hand'
  const follows = before?.positionBy === 'address' && before.lat !== null
  return follows && locationFields.every((field) => before[field] === given[field]) ? 'keep' : 'lookUp'
}
