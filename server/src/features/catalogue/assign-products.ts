import { listLampPositions } from '@vigilux/contract/features/lamps/lamps-by-unit.ts'
import type { HandlerContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { listUnitRows } from '../central-units/index.ts'
import { auditLamp, broadcastLamps, findLamps, type ListedLampRow, saveLampProducts } from '../lamps/index.ts'
import { readCatalogue } from './catalogue.store.ts'

type NamedLamp = { topic: string; addr: number }

type Units = Map<string, { id: string; unit: string; plantId: string }>

/** The named lamps, or a refusal if one of them is not in the plant. */
const lampsForProduct = async (
  work: Work<'LAMP_NOT_FOUND'>,
  units: Units,
  namedLamps: readonly NamedLamp[],
): Promise<ListedLampRow[]> => {
  const places = new Map(
    namedLamps.map(({ topic, addr }) => {
      const { id: centralUnitId } = units.get(topic) ?? work.fail('LAMP_NOT_FOUND')
      return [`${topic} ${addr}`, { centralUnitId, addr }] as const
    }),
  )
  const found = await findLamps(work.tx, [...places.values()])
  return found.length === places.size ? found : work.fail('LAMP_NOT_FOUND')
}

const refuseUnknownLamps = async (
  work: Work<'PRODUCT_NOT_FOUND' | 'PRODUCT_DOES_NOT_FIT'>,
  code: string,
): Promise<void> => {
  const product = (await readCatalogue(work.tx)).products.get(code) ?? work.fail('PRODUCT_NOT_FOUND')
  if (product.nodeTypes.length === 0) work.fail('PRODUCT_DOES_NOT_FIT')
}

/** Assigns a product to lamps; the reported one stays stored. */
export const updateProductCode = async ({
  work,
  input: { plantId, lamps, productCode },
}: HandlerContext<'updateProductCode'>) => {
  if (productCode !== null) await refuseUnknownLamps(work, productCode)
  const units = new Map((await listUnitRows(work.tx, [plantId])).map((row) => [row.unit, row]))
  const listedLamps = await lampsForProduct(work, units, listLampPositions(lamps))
  for (const listedLamp of listedLamps) auditLamp(work, listedLamp)
  const before = new Set(listedLamps.map(({ row }) => row.productCode))
  const [currentCode = null] = before.size === 1 ? before : []
  work.audit.diff({ productCode: currentCode }, { productCode })
  const rows = listedLamps.map(({ row }) => row)
  await saveLampProducts(work.tx, rows, productCode)
  await broadcastLamps(rows, new Set(), { work, units })
  return {}
}
