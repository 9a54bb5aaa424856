import { productLineOf } from '../catalogue/catalogue.rules.ts'
import { partForFault } from '../catalogue/parts.rules.ts'
import type { Product } from '../catalogue/product.ts'
import { causeOfFault, type FailedTest, faultOfFailedTest } from '../emergency-tests/lamp-safety.rules.ts'
import type { LampError, LampType } from '../lamps/lamp.ts'
import type { Bill, BillLine, NeededPart } from './bill.ts'

/** Number of nodes of one unit with the same product and type. */
export type CountedNodes = { unit: string; code: string | null; type: LampType; count: number }
/** Lamp with open faults, and the failures behind its failed tests. */
export type FaultyLamp = {
  code: string | null
  errors: readonly LampError[]
  failedTests: readonly Pick<FailedTest, 'kind' | 'reason'>[]
}

type Products = ReadonlyMap<string, Product>

const add = <K extends string>(counts: Partial<Record<K, number>>, key: K, count: number): void => {
  counts[key] = (counts[key] ?? 0) + count
}

const linesOf = (nodes: readonly CountedNodes[], products: Products): BillLine[] => {
  const lines = new Map<string | null, BillLine>()
  for (const { unit, code, type, count } of nodes) {
    const product = code === null ? undefined : products.get(code)
    const line = lines.get(code) ?? {
      code,
      product: product ? productLineOf(product) : null,
      units: {},
      types: {},
      total: 0,
    }
    add(line.units, unit, count)
    add(line.types, type, count)
    line.total += count
    lines.set(code, line)
  }
  return [...lines.values()].sort((a, b) => (a.code ?? '').localeCompare(b.code ?? ''))
}

type PartDemand = { pieces: number; for: Map<string, Product>; faults: Map<LampError, number> }

/** Parts for one lamp, by fault; null for a fault without a part. */
const partsForFaults = ({ code, errors, failedTests }: FaultyLamp, products: Products) => {
  const product = code === null ? undefined : products.get(code)
  const kindOf = (one: string) => products.get(one)?.kind
  const causeOf = (error: LampError): LampError => {
    const failed = failedTests.find(({ kind }) => faultOfFailedTest[kind] === error)
    return causeOfFault(error, failed ?? null)
  }
  return errors.map((error) => ({
    error,
    product,
    part: product ? partForFault(product, causeOf(error), kindOf) : null,
  }))
}

/** Counts every fault, but each part only once per lamp. */
const countPartDemand = (faulty: readonly FaultyLamp[], products: Products) => {
  const demands = new Map<string, PartDemand>()
  let faultsWithoutPart = 0
  for (const lamp of faulty) {
    const countedParts = new Set<string>()
    for (const { error, product, part } of partsForFaults(lamp, products)) {
      if (!product || part === null) {
        faultsWithoutPart += 1
        continue
      }
      const demand = demands.get(part) ?? { pieces: 0, for: new Map(), faults: new Map() }
      demand.pieces += countedParts.has(part) ? 0 : 1
      countedParts.add(part)
      demand.for.set(product.code, product)
      demand.faults.set(error, (demand.faults.get(error) ?? 0) + 1)
      demands.set(part, demand)
    }
  }
  return { needs: demands, without: faultsWithoutPart }
}

const toNeededParts = (demands: ReadonlyMap<string, PartDemand>, products: Products): NeededPart[] =>
  [...demands].flatMap(([code, demand]) => {
    const part = products.get(code)
    if (!part) return []
    const faults = [...demand.faults].map(([error, lamps]) => ({ error, lamps })).sort((a, b) => b.lamps - a.lamps)
    return [
      { product: productLineOf(part), pieces: demand.pieces, for: [...demand.for.values()].map(productLineOf), faults },
    ]
  })

/** Bill of materials of a plant, and the parts for its open faults, by the catalogue; without prices. */
export const computeBom = (
  nodes: readonly CountedNodes[],
  faulty: readonly FaultyLamp[],
  products: Products,
): Omit<Bill, 'prices'> => {
  const { needs, without } = countPartDemand(faulty, products)
  return {
    lines: linesOf(nodes, products),
    total: nodes.reduce((sum, { count }) => sum + count, 0),
    parts: toNeededParts(needs, products).sort(
      (a, b) => b.pieces - a.pieces || a.product.code.localeCompare(b.product.code),
    ),
    faults: faulty.reduce((sum, { errors }) => sum + errors.length, 0),
    faultsWithoutPart: without,
  }
}

/** Cost of pieces in hundredths; null if the price is missing or hidden. */
export const costOf = (pieces: number, price: { cents: number | null } | undefined): number | null =>
  price === undefined || price.cents === null ? null : pieces * price.cents

/** Sum of the known costs, null if none is known, and whether it is complete. An unknown sum differs from zero. */
export const sumOf = (costs: readonly (number | null)[]): { cents: number | null; isWhole: boolean } => {
  const knownCosts = costs.filter((cost) => cost !== null)
  const isWhole = knownCosts.length === costs.length
  return {
    cents: knownCosts.length === 0 && !isWhole ? null : knownCosts.reduce((sum, cost) => sum + cost, 0),
    isWhole,
  }
}

/** Parses a typed amount of money: digits, at most two after a point or a comma; null for anything else. */
export const parseCents = (typedAmount: string): number | null => {
  const found = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typedAmount.trim())
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null
}
