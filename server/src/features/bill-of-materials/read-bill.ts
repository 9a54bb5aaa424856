import { computeBom } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import type { Bill, BillKind, Price, PriceSettings } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { isGateway } from '@vigilux/contract/features/central-units/central-unit.ts'
import { isClientRole, type PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { readCatalogue } from '../catalogue/index.ts'
import { listUnitRows } from '../central-units/index.ts'
import { countNodes, listFaulty } from './nodes.store.ts'
import { findPriceSettings, listPrices } from './prices.store.ts'

/** Whether a role sees the prices of a plant. */
export const seesPrices = (role: PlantRole, { shownToClients }: PriceSettings): boolean =>
  shownToClients || !isClientRole(role)

/** Whether nodes of a unit are connected by Bluetooth; a property of the unit type. */
const isBluetooth = (ports: Pick<Ports, 'devices'>, cuType: string): boolean =>
  isGateway(ports.devices.types[cuType]?.facts)

const noPrice: Price = { cents: null, version: 0 }

const withPrices = (bill: Omit<Bill, 'prices'>, prices: ReadonlyMap<string, Price>, settings: PriceSettings): Bill => ({
  ...bill,
  lines: bill.lines.map((line) => (line.product ? { ...line, price: prices.get(line.product.code) ?? noPrice } : line)),
  parts: bill.parts.map((part) => ({ ...part, price: prices.get(part.product.code) ?? noPrice })),
  prices: settings,
})

type BillOf = {
  plantId: string
  of: BillKind
  seesPrices(settings: PriceSettings): boolean
}

/** The bill of materials of a plant as the caller may see it. */
export const readBill = async (
  tx: Tx,
  ports: Pick<Ports, 'devices'>,
  { plantId, of: unitKind, seesPrices: canSeePrices }: BillOf,
): Promise<Bill> => {
  const units = (await listUnitRows(tx, [plantId])).filter(
    ({ acquired, cuType }) => acquired && isBluetooth(ports, cuType) === (unitKind === 'bluetooth'),
  )
  const unitIds = units.map(({ id }) => id)
  const { products } = await readCatalogue(tx)
  const bill = computeBom(await countNodes(tx, unitIds), await listFaulty(tx, unitIds), products)
  const settings = await findPriceSettings(tx, plantId)
  return canSeePrices(settings) ? withPrices(bill, await listPrices(tx, plantId), settings) : bill
}
