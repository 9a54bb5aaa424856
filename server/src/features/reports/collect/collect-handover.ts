import type { Handover, InstalledLamp } from '@vigilux/contract/features/handover/handover.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import type { Ports } from '../../../ports/ports.ts'
import { readHandover } from '../../handover/index.ts'
import { findPlant } from '../../plants/index.ts'
import { type DocumentStamp, readDocumentStamp } from '../render/render-pdf.ts'
import type { ReportOf } from '../reports.store.ts'
import { addressOf } from './collect-test-report.ts'

/** Data of a verification, before it is put into words. */
export type HandoverContent = {
  plantname: string
  address: string
  /** ISO 3166 code. */
  country: string
  owner: string
  timezone: string
  proof: DocumentStamp
  handover: Handover
  /** Every installed emergency lamp. */
  lamps: InstalledLamp[]
  madeAt: Date
}

/** Reads the current verification; a signed one stays as it was signed. */
export const collectHandover = async (
  tx: Tx,
  ports: Pick<Ports, 'settings'>,
  { plantId, request: { handoverId } }: Pick<ReportOf<'handover'>, 'plantId' | 'request'>,
  madeAt: Date,
): Promise<HandoverContent | 'HANDOVER_NOT_FOUND'> => {
  const plant = await findPlant(tx, plantId)
  const found = await readHandover(tx, plantId, handoverId)
  if (!found) return 'HANDOVER_NOT_FOUND'
  const { plantname, country, timezone } = plant
  return {
    plantname,
    country,
    timezone,
    address: addressOf(plant),
    owner: plant.owner?.name ?? '',
    proof: await readDocumentStamp(tx, ports, { plantId, at: madeAt }),
    ...found,
    madeAt,
  }
}
