import type { PlantDraft, positionSources } from './plant.ts'

type Address = PlantDraft['address']
type SavedAddress = Omit<Address, 'positionBy'> & { positionBy: (typeof positionSources)[number] }

const locationFields = ['country', 'housenumber', 'city', 'street', 'prov', 'cap'] as const

/** Effect of a saved address on the plant's position: kept, set by hand, or looked up. */
export type PositionUpdate = 'keep' | 'hand' | 'lookUp'

/**
 * A position set by hand wins. Otherwise the position is looked up in three cases: the address changed, it was not
 * found yet, or a person lets the position follow it again.
 */
export const decidePositionUpdate = (before: SavedAddress | null, address: Address): PositionUpdate => {
  const isSamePosition = before !== null && before.lat === address.lat && before.long === address.long
  const positionBy = address.positionBy ?? (isSamePosition && before.positionBy === 'address' ? 'address' : 'hand')
  if (positionBy === 'hand' && address.lat !== null) return 'hand'
  const followsAddress = before?.positionBy === 'address' && before.lat !== null
  return followsAddress && locationFields.every((field) => before[field] === address[field]) ? 'keep' : 'lookUp'
}
