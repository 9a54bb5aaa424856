import { productLineOf } from '@vigilux/contract/features/catalogue/catalogue.rules.ts'
import { partForFault } from '@vigilux/contract/features/catalogue/parts.rules.ts'
import type { ProductLine } from '@vigilux/contract/features/catalogue/product.ts'
import { faultOfTestReason } from '@vigilux/contract/features/emergency-tests/findings.rules.ts'
import type { TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { readCatalogue } from '../../catalogue/index.ts'
import { listProductCodes } from './findings.store.ts'

type FailedLamp = { serial: string; reason: TestReason | null }

/** The spare parts for failed lamps of a plant, by serial, from the current catalogue. */
export const partsOfLamps = async (
  tx: Tx,
  plantId: string,
  failed: readonly FailedLamp[],
): Promise<Map<string, ProductLine>> => {
  const codes = await listProductCodes(
    tx,
    plantId,
    failed.map(({ serial }) => serial),
  )
  if (codes.size === 0) return new Map()
  const { products } = await readCatalogue(tx)
  return new Map(
    failed.flatMap(({ serial, reason }) => {
      const product = products.get(codes.get(serial) ?? '')
      const fault = faultOfTestReason(reason)
      const code = product && fault ? partForFault(product, fault, (one) => products.get(one)?.kind) : null
      const part = code === null ? undefined : products.get(code)
      return part ? [[serial, productLineOf(part)] as const] : []
    }),
  )
}
