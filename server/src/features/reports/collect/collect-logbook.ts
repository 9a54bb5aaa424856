import type { Tx } from '../../../kernel/transaction.ts'
import type { Ports } from '../../../ports/ports.ts'
import { type LogbookState, readLogbookState } from '../../compliance/index.ts'
import { type LogbookPage, readLogbook } from '../../logbook/index.ts'
import { findPlant } from '../../plants/index.ts'
import { type DocumentStamp, readDocumentStamp } from '../render/render-pdf.ts'
import type { RequestOf } from '../report-kinds.ts'
import type { ReportOf } from '../reports.store.ts'
import { addressOf } from './collect-test-report.ts'

/** Newest entries listed; the others are counted. */
const listedEntries = 5_000

/** Data of a logbook document, before it is put into words. */
export type LogbookContent = LogbookPage &
  LogbookState & {
    plantname: string
    address: string
    /** ISO 3166 code. */
    country: string
    owner: string
    timezone: string
    proof: DocumentStamp
    asked: RequestOf<'logbook'>
    madeAt: Date
  }

/** Reads the requested logbook; for a Basic plant only the days open at the time of the request. */
export const collectLogbook = async (
  tx: Tx,
  ports: Pick<Ports, 'settings' | 'devices'>,
  { plantId, requestedAt, request }: Pick<ReportOf<'logbook'>, 'plantId' | 'requestedAt' | 'request'>,
  madeAt: Date,
): Promise<LogbookContent> => {
  const plant = await findPlant(tx, plantId)
  const { plantname, country, timezone } = plant
  const state = await readLogbookState(tx, plantId, { at: madeAt, timezone })
  return {
    ...state,
    ...(await readLogbook(tx, { ...request, plantId, zone: timezone }, listedEntries, requestedAt)),
    plantname,
    country,
    timezone,
    address: addressOf(plant),
    owner: plant.owner?.name ?? '',
    proof: await readDocumentStamp(tx, ports, { plantId, at: madeAt }),
    asked: request,
    madeAt,
  }
}
