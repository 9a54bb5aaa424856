import type { Bill } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import type { Ports } from '../../../ports/ports.ts'
import { readBill } from '../../bill-of-materials/index.ts'
import { findPlant } from '../../plants/index.ts'
import { type DocumentStamp, readDocumentStamp } from '../render/render-pdf.ts'
import type { ReportOf } from '../reports.store.ts'
import { addressOf } from './collect-test-report.ts'

/** Data of a bill of materials, before it is put into words. */
export type BillContent = {
  plantname: string
  address: string
  country: string
  timezone: string
  proof: DocumentStamp
  bill: Bill
  madeAt: Date
}

/** Reads the current bill of materials; with prices if they were requested by a person who sees them. */
export const collectBill = async (
  tx: Tx,
  ports: Pick<Ports, 'devices' | 'settings'>,
  { plantId, request }: Pick<ReportOf<'billOfMaterials'>, 'plantId' | 'request'>,
  madeAt: Date,
): Promise<BillContent> => {
  const plant = await findPlant(tx, plantId)
  const bill = await readBill(tx, ports, { plantId, of: request.of, seesPrices: () => request.withPrices })
  const { plantname, country, timezone } = plant
  const proof = await readDocumentStamp(tx, ports, { plantId, at: madeAt })
  return { plantname, address: addressOf(plant), country, timezone, proof, bill, madeAt }
}
