import type { EnergyAnswer } from '@vigilux/contract/features/energy/energy.ts'
import type { EnergySettings, EnergyShare } from '@vigilux/contract/features/energy/energy-costs.ts'
import { defaultStep } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import type { Ports } from '../../../ports/ports.ts'
import { findLampsInScope, readEnergy, readEnergySettings, readEnergyShares } from '../../energy/index.ts'
import { monitoringZoneRows } from '../../monitoring-zones/index.ts'
import { findPlant } from '../../plants/index.ts'
import { type DocumentStamp, readDocumentStamp } from '../render/render-pdf.ts'
import type { RequestOf } from '../report-kinds.ts'
import type { ReportOf } from '../reports.store.ts'
import { addressOf } from './collect-test-report.ts'

/** Data of an energy report, before it is put into words: the answers shown on the screen. */
export type EnergyContent = {
  plantname: string
  address: string
  /** ISO 3166 code. */
  country: string
  owner: string
  timezone: string
  proof: DocumentStamp
  asked: RequestOf<'energy'>
  /** The zone's name; null for the whole plant. */
  zone: string | null
  answer: EnergyAnswer
  settings: EnergySettings
  /** By zone; null for the report of a single zone. */
  shares: { used: number | null; shares: EnergyShare[] } | null
  madeAt: Date
}

/** Reads the requested data as the screen would show it at this moment. */
export const collectEnergy = async (
  tx: Tx,
  ports: Pick<Ports, 'settings'>,
  { plantId, request }: Pick<ReportOf<'energy'>, 'plantId' | 'request'>,
  madeAt: Date,
): Promise<EnergyContent | 'ZONE_NOT_FOUND'> => {
  const { period, date, zoneId } = request
  const plant = await findPlant(tx, plantId)
  const { plantname, country, timezone } = plant
  const scope = zoneId ? ({ kind: 'zone', zoneId } as const) : ({ kind: 'plant' } as const)
  const requestedLamps = await findLampsInScope(tx, plantId, scope)
  // The plant and a zone name no unit.
  if (typeof requestedLamps === 'string') return 'ZONE_NOT_FOUND'
  return {
    plantname,
    country,
    timezone,
    address: addressOf(plant),
    owner: plant.owner?.name ?? '',
    proof: await readDocumentStamp(tx, ports, { plantId, at: madeAt }),
    asked: request,
    madeAt,
    zone: zoneId ? ((await monitoringZoneRows.find(tx, plantId, zoneId))?.name ?? null) : null,
    answer: await readEnergy(tx, { plantId, period, date, step: defaultStep[period] }, requestedLamps, madeAt),
    settings: await readEnergySettings(tx, plantId, madeAt),
    shares: zoneId ? null : await readEnergyShares(tx, { plantId, period, date }, madeAt),
  }
}
