import { billKinds } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { testResults } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { energyPeriods } from '@vigilux/contract/features/energy/energy.ts'
import { paperSizeNames } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { deviceLists } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { entryResults } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import { entryGroupNames } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { lampOutcomes, reportPeriods } from '@vigilux/contract/features/reports/plant-report.ts'
import { id } from '@vigilux/contract/kernel/primitives.ts'
import { z } from 'zod'

const noTest = z.null().default(null)

/** A report's kind and request: two columns of its row, plus the test as a foreign key. */
export const reportOrder = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('test'),
    testId: id,
    request: z.object({ devicesType: z.enum(deviceLists), result: z.enum(testResults).optional() }),
  }),
  z.object({
    kind: z.literal('plant'),
    /** The last test at the time of the order; null for a longer period, and for a plant without any test. */
    testId: id.nullable(),
    request: z.object({
      period: z.enum(reportPeriods),
      devicesType: z.enum(deviceLists),
      outcome: z.enum(lampOutcomes).optional(),
      search: z.string(),
      /** The finished report is mailed to the person who ordered it. */
      byMail: z.boolean(),
      /** For an inspector: names nobody but the responsible person. */
      forInspector: z.boolean().optional(),
    }),
  }),
  z.object({
    kind: z.literal('billOfMaterials'),
    testId: noTest,
    /** A bill with prices is only for people who may see them. */
    request: z.object({ of: z.enum(billKinds), withPrices: z.boolean() }),
  }),
  z.object({ kind: z.literal('handover'), testId: noTest, request: z.object({ handoverId: id }) }),
  z.object({
    kind: z.literal('logbook'),
    testId: noTest,
    request: z.object({
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
      topic: z.string().optional(),
      of: z.enum(entryGroupNames).optional(),
      result: z.enum(entryResults).optional(),
      search: z.string(),
    }),
  }),
  z.object({
    kind: z.literal('energy'),
    testId: noTest,
    /** All lamps, or those of a zone, in the period around the day. */
    request: z.object({ period: z.enum(energyPeriods), date: z.iso.date(), zoneId: id.optional() }),
  }),
  z.object({
    kind: z.literal('floorPlan'),
    testId: noTest,
    request: z.object({ planId: id, paper: z.enum(paperSizeNames) }),
  }),
])
type ReportOrder = z.output<typeof reportOrder>
/** An order as its handler writes it. */
export type NewReportRequest = z.input<typeof reportOrder>

export type ReportKind = ReportOrder['kind']
export const reportKinds = [
  'test',
  'plant',
  'billOfMaterials',
  'handover',
  'logbook',
  'energy',
  'floorPlan',
] as const satisfies readonly ReportKind[]

type Orders = { [Order in ReportOrder as Order['kind']]: Order }
export type RequestOf<Kind extends ReportKind> = Orders[Kind]['request']
export type OrderOf<Kind extends ReportKind> = {
  kind: Kind
  testId: Orders[Kind]['testId']
  request: RequestOf<Kind>
}
