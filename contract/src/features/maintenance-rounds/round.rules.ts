import { partForFault } from '../catalogue/parts.rules.ts'
import type { Product } from '../catalogue/product.ts'
import { unitErrorCatalogue } from '../central-units/unit-faults.ts'
import { causeOfFault, type FailedTest } from '../emergency-tests/lamp-safety.rules.ts'
import { lampFaultCatalogue } from '../lamps/lamp-faults.ts'
import { type Fault, sortWorstFirst } from '../plants/fault.ts'
import type { FaultCode } from './fault-proof.rules.ts'
import type { RoundItem, RoundItemState } from './round.ts'

/** Whether the round has no more work on it, whatever the proof will show. */
export const isHandled = (state: RoundItemState): boolean => state !== 'open' && state !== 'left'

type Products = ReadonlyMap<string, Product>

/** Catalogue part for a fault of a lamp; null if it names none. */
export const partOfFault = (
  fault: {
    of: 'unit' | 'lamp'
    error: FaultCode
    productCode: string | null
    failed: Pick<FailedTest, 'kind' | 'reason'> | null
  },
  products: Products,
): string | null => {
  const product = fault.productCode === null ? undefined : products.get(fault.productCode)
  if (fault.of === 'unit' || !product || !Object.hasOwn(lampFaultCatalogue, fault.error)) return null
  const error = fault.error as keyof typeof lampFaultCatalogue
  const part = partForFault(product, causeOfFault(error, fault.failed), (code) => products.get(code)?.kind)
  return part !== null && products.has(part) ? part : null
}

type ItemNeedingPart = Pick<RoundItem, 'topic' | 'serial' | 'part' | 'state'>

/**
 * Parts to take along. A lamp needs a part once, even for several faults. Each fault counts for its part or as one
 * without: the sums equal the faults of the round.
 */
export const partsOfRound = (items: readonly ItemNeedingPart[]) => {
  const itemsWithPart = items.flatMap((item) => (item.part ? [{ ...item, part: item.part }] : []))
  const parts = [...Map.groupBy(itemsWithPart, ({ part }) => part.code).values()].map((partItems) => {
    const lamps = Map.groupBy(partItems, ({ topic, serial }) => `${topic} ${serial}`)
    const remainingLamps = [...lamps.values()].filter((faults) => faults.some(({ state }) => !isHandled(state)))
    return {
      product: (partItems[0] as (typeof partItems)[number]).part,
      pieces: lamps.size,
      left: remainingLamps.length,
      faults: partItems.length,
    }
  })
  return {
    parts: parts.sort((a, b) => b.pieces - a.pieces || a.product.code.localeCompare(b.product.code)),
    withoutPart: items.length - itemsWithPart.length,
  }
}

/** Fault behind an item. */
export const faultOfItem = ({ of, error }: Pick<RoundItem, 'of' | 'error'>): Fault<FaultCode> | undefined => {
  const catalogue: Readonly<Record<string, Fault<FaultCode>>> = of === 'lamp' ? lampFaultCatalogue : unitErrorCatalogue
  return Object.hasOwn(catalogue, error) ? catalogue[error] : undefined
}

type PlacedItem = Pick<RoundItem, 'of' | 'error' | 'state' | 'building' | 'floor' | 'room' | 'lamp' | 'topic'>

const comparePlaces = (a: string | null, b: string | null): number =>
  // Items without a place come last.
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a.localeCompare(b, undefined, { numeric: true })

const rankOf = (item: PlacedItem, ranks: ReadonlyMap<string, number>): number =>
  ranks.get(`${item.of} ${item.error}`) ?? 0

/** Floor of a round: open items by room, worst first in each, then finished ones. */
export type RoundFloor<Item> = { building: string | null; floor: string | null; items: Item[] }

/** Order of the items along a round. */
export const floorsOf = <Item extends PlacedItem>(items: readonly Item[]): RoundFloor<Item>[] => {
  const faults = items.flatMap((item) => faultOfItem(item) ?? [])
  const ranks = new Map(sortWorstFirst(faults).map(({ of, code }, at) => [`${of} ${code}`, at]))
  const floors = Map.groupBy(items, ({ building, floor }) => JSON.stringify([building, floor]))
  return [...floors.values()]
    .map((floorItems) => ({
      building: floorItems[0]?.building ?? null,
      floor: floorItems[0]?.floor ?? null,
      items: floorItems.toSorted(
        (a, b) =>
          Number(isHandled(a.state)) - Number(isHandled(b.state)) ||
          comparePlaces(a.room, b.room) ||
          rankOf(a, ranks) - rankOf(b, ranks) ||
          a.topic.localeCompare(b.topic) ||
          (a.lamp ?? 0) - (b.lamp ?? 0),
      ),
    }))
    .sort((a, b) => comparePlaces(a.building, b.building) || comparePlaces(a.floor, b.floor))
}
