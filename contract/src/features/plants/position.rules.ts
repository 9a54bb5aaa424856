import type { PlantDraft, positionSources } from './plant.ts'

type Address = PlantDraft['address']
type SavedAddress = Omit<Address, 'positionBy'> & { positionBy: (typeof positionSources)[number] }

const locationFields = ['country', 'housenumber', 'city', 'street', 'prov', 'cap'] as const

/** What becomes of a plant's position when its address is saved: kept, as somebody set it, or to be looked up. */
export type PositionUpdate = 'keep' | 'hand' | 'lookUp'

/**
 * A position that was set by hand wins. Another follows the address: it is looked up when the address is another, when it was not found
 * yet, and when somebody lets it follow again.
 */
export const decidePositionUpdate = (before: SavedAddress | null, given: Address): PositionUpdate => {
  const isSame = before !== null && before.lat === given.lat && before.long === given.long
  const by = given.positionBy ?? (isSame && before.positionBy === 'address' ? 'address' : 'hand')
  if (by === 'hand' && given.lat !== null) return 'hand'
  const follows = before?.positionBy === 'address' && before.lat !== null
  return follows && locationFields.every((field) => before[field] === given[field]) ? 'keep' : 'lookUp'
}
