import { stateOfUnit } from '@vigilux/contract/features/central-units/unit-state.ts'
import { lampHours } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { fullTestResult } from '@vigilux/contract/features/handover/handover.rules.ts'
import type { LastResult } from '@vigilux/contract/features/reports/plant-report.ts'
import type { BillContent } from '../collect/collect-bill.ts'
import type { EnergyContent } from '../collect/collect-energy.ts'
import type { FloorPlanContent } from '../collect/collect-floor-plan.ts'
import type { HandoverContent } from '../collect/collect-handover.ts'
import type { LogbookContent } from '../collect/collect-logbook.ts'
import type { PlantReportContent } from '../collect/collect-plant-report.ts'
import type { TestReportContent } from '../collect/collect-test-report.ts'
import type { AttachedData } from './render-pdf.ts'

/** Data attached for programs: the document's content, in codes of the contract. docs/operations/documents.md */

export const testReportData = ({
  test,
  results,
  resultFilter,
  devicesType,
  mended,
}: TestReportContent): AttachedData => {
  const { id, cu: unit, kind, state, startedAt, endedAt, passed, failed, notExecuted, total } = test
  return {
    name: 'test-report',
    rows: results.map((row) => ({
      unit: row.cu,
      lamp: row.lamp,
      serial: row.serial,
      description: row.description,
      location: row.location,
      result: row.result,
      reason: row.reason,
      measured_s: row.measured_s,
      rated_min: row.rated_min,
      at: row.at,
      clockWrong: row.clockWrong,
      mended: mended.has(row.serial),
    })),
    about: {
      test: { id, unit, kind, state, startedAt, endedAt, passed, failed, notExecuted, total },
      filter: { result: resultFilter, devicesType },
    },
  }
}

const lastOf = (kind: 'functional' | 'autonomy', last: LastResult | null) => ({
  [`${kind}_result`]: last?.result ?? null,
  [`${kind}_at`]: last?.at ?? null,
  [`${kind}_reason`]: last?.reason ?? null,
})

export const plantReportData = (content: PlantReportContent): AttachedData => {
  const {
    from,
    until,
    period,
    devicesType,
    outcome,
    search,
    result,
    openBefore,
    openRunning,
    units,
    figures: reportStats,
    tests,
    parts,
  } = content
  return {
    name: 'plant-report',
    rows: content.rows.map(({ functional, autonomy, ...row }) => ({
      unit: row.cu,
      lamp: row.lamp,
      serial: row.serial,
      description: row.description,
      location: row.location,
      outcome: row.outcome,
      ...lastOf('functional', functional),
      ...lastOf('autonomy', autonomy),
      autonomy_measured_s: autonomy?.measured_s ?? null,
      autonomy_rated_min: autonomy?.rated_min ?? null,
      clockWrong: functional?.clockWrong === true || autonomy?.clockWrong === true,
      part: row.outcome === 'failed' ? (parts.get(row.serial)?.orderCode ?? null) : null,
    })),
    about: {
      from,
      until,
      filter: { period, devicesType, outcome, search },
      result,
      openBefore,
      openRunning,
      figures: reportStats,
      units,
      tests: tests.map(({ id, cu: unit, kind, startedAt, passed, failed, notExecuted }) => ({
        id,
        unit,
        kind,
        startedAt,
        passed,
        failed,
        notExecuted,
      })),
    },
  }
}

export const logbookData = ({ entries, total, items, responsible, signed, asked }: LogbookContent): AttachedData => ({
  name: 'logbook',
  rows: entries.map((entry) => ({
    no: entry.no,
    at: entry.at,
    recordedAt: entry.recordedAt,
    kind: entry.kind,
    unit: entry.cu,
    lamp: entry.lamp,
    serial: entry.serial,
    testId: entry.testId,
    corrects: entry.corrects,
    ignored: entry.ignored,
    about: entry.about,
    by: entry.by,
    text: entry.text,
    facts: JSON.stringify(entry.facts),
    clockWrong: entry.clockWrong,
    afterSignature: entry.afterSignature,
    seal: entry.hash,
  })),
  about: { filter: asked, total, items, responsible, signed },
})

export const handoverData = ({ handover, lamps }: HandoverContent): AttachedData => {
  const { no, kind, state, draft, units, rated, verdict, missing, defects, signatures, digest } = handover
  return {
    name: 'handover',
    rows: lamps.map((lamp) => ({
      unit: lamp.cu,
      lamp: lamp.addr,
      serial: lamp.serial,
      description: lamp.name,
      location: lamp.place,
      rated_min: lamp.ratedMin,
      result: fullTestResult(lamp),
      at: lamp.test?.at ?? null,
      measured_s: lamp.test?.measuredS ?? null,
    })),
    about: { no, kind, state, draft, units, rated, verdict, missing, defects, signatures, digest },
  }
}

/** The unit itself is a row without a lamp. */
export const floorPlanData = ({ plan, lamps, units, paper }: FloorPlanContent): AttachedData => ({
  name: 'floor-plan',
  rows: [
    ...lamps.map(({ lamp, isExitSign, x, y }) => ({
      unit: lamp.cu,
      lamp: lamp.id,
      serial: lamp.serial,
      description: lamp.description,
      location: lamp.location,
      type: isExitSign ? 'exitSign' : lamp.type,
      condition: lamp.condition,
      x,
      y,
    })),
    ...units.map(({ unit, isGateway, x, y }) => ({
      unit: `${unit.cu_type}_${unit.cu_id}`,
      lamp: null,
      serial: unit.cu_id,
      description: unit.description,
      location: unit.cu_location,
      type: isGateway ? 'bluetoothGateway' : 'unit',
      condition: stateOfUnit(unit),
      x,
      y,
    })),
  ],
  about: { plan, paper },
})

export const billData = ({ bill }: BillContent): AttachedData => ({
  name: 'bill-of-materials',
  rows: bill.lines.map(({ code, product, total, price }) => ({
    code,
    name: product?.name ?? null,
    orderCode: product?.orderCode ?? null,
    batteryCode: product?.batteryCode ?? null,
    pieces: total,
    ...(bill.prices && { price_cents: price?.cents ?? null, currency: bill.prices.currency }),
  })),
  about: {
    total: bill.total,
    units: bill.lines.map(({ code, units }) => ({ code, units })),
    parts: bill.parts.map(({ product, pieces, price }) => ({
      code: product.code,
      name: product.name,
      orderCode: product.orderCode,
      pieces,
      ...(bill.prices && { price_cents: price?.cents ?? null }),
    })),
  },
})

/** Totals in Wh, as in the interface. */
export const energyData = ({ answer, settings, shares, zone, asked }: EnergyContent): AttachedData => {
  const { series, lastYear, baseline, total, saving, cost, lamps, since, setAside } = answer
  return {
    name: 'energy-report',
    rows: series.starts.map((start, at) => ({
      start,
      used_wh: series.used[at] ?? null,
      year_before_wh: lastYear.series.used[at] ?? null,
      baseline_wh: baseline[at] ?? null,
      missing_lamp_h: lampHours(series.missing[at] ?? 0),
      jumps: series.jumps[at] ?? 0,
    })),
    about: {
      filter: asked,
      zone,
      total,
      yearBefore: lastYear.total,
      saving,
      cost,
      lamps,
      since,
      setAside,
      baseline: settings.baseline,
      tariffs: settings.tariffs,
      currency: settings.currency,
      shares: shares?.shares.map(({ days: _, ...share }) => share) ?? null,
    },
  }
}
