import { batteriesPerPage, type batteryActions } from '@vigilux/contract/features/batteries/batteries.actions.ts'
import { expectedMinutesAt } from '@vigilux/contract/features/batteries/outlook.rules.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { findPriceSettings, listPrices, seesPrices } from '../bill-of-materials/index.ts'
import { readCatalogue } from '../catalogue/index.ts'
import { findTier } from '../plants/index.ts'
import { readBatteryLamps, readBatteryOutlook, toLampBattery } from './read-outlook.ts'
import { viewOutlook, viewParts } from './view-outlook.ts'

const pricesFor = async (tx: Tx, plantId: string, role: PlantRole) => {
  const settings = await findPriceSettings(tx, plantId)
  if (!seesPrices(role, settings)) return null
  const prices = new Map([...(await listPrices(tx, plantId))].map(([code, { cents }]) => [code, cents]))
  return { settings, prices }
}

const isBasic = async (work: Work, plantId: string): Promise<boolean> =>
  (await findTier(work.tx, plantId, work.now)) === 'basic'

/** Sort value of batteries without an expected end: they come last. */
const lastSortKey = '9999'

/** Points of the forecast for a chart: one per quarter, beginning at the last measurement. */
const quarterMs = 91 * 86_400_000
const maxPoints = 40

export const batteryHandlers: HandlersOf<typeof batteryActions> = {
  getBatteryOutlook: async ({ input: { plantId }, role, ...context }) => {
    const { work } = context
    const visiblePrices = await pricesFor(work.tx, plantId, role)
    const priceSettings = visiblePrices ? { prices: visiblePrices.settings } : {}
    const prices = visiblePrices?.prices ?? null
    if (await isBasic(context.work, plantId)) {
      const catalogue = await readCatalogue(work.tx)
      const lamps = await readBatteryLamps(work.tx, plantId, catalogue)
      return { needed: viewParts(lamps, catalogue, prices), outlook: null, ...priceSettings }
    }
    const read = await readBatteryOutlook(work.tx, work.ports, plantId)
    return {
      needed: viewParts(read.lamps, read.catalogue, prices),
      outlook: viewOutlook(read, work.now, prices),
      ...priceSettings,
    }
  },
  getBatteries: async ({ input: { plantId, code, page }, ...context }) => {
    if (await isBasic(context.work, plantId)) return context.work.fail('OUTLOOK_NEEDS_PRO')
    const { pairs } = await readBatteryOutlook(context.work.tx, context.work.ports, plantId)
    const batteries = pairs
      .filter(({ lamp }) => lamp.battery === code)
      .map(({ lamp, outlook }) => toLampBattery(lamp, outlook))
      .toSorted((a, b) => (a.ends?.middle ?? lastSortKey).localeCompare(b.ends?.middle ?? lastSortKey))
    const from = (page - 1) * batteriesPerPage
    return { batteries: batteries.slice(from, from + batteriesPerPage), total: batteries.length }
  },
  getLampBattery: async ({ input: { plantId, topic, addr }, ...context }) => {
    if (await isBasic(context.work, plantId)) return context.work.fail('OUTLOOK_NEEDS_PRO')
    const { pairs } = await readBatteryOutlook(context.work.tx, context.work.ports, plantId)
    const { lamp, outlook } =
      pairs.find((one) => one.lamp.unit === topic && one.lamp.addr === addr) ?? context.work.fail('LAMP_NOT_FOUND')
    const rated = lamp.ratedMin ?? 60
    const { fade } = outlook
    const until = outlook.ends?.last ?? outlook.ends?.middle ?? null
    const points = fade && until ? Math.ceil((Date.parse(until) - fade.last) / quarterMs) + 2 : 0
    const times = fade ? Array.from({ length: Math.min(points, maxPoints) }, (_, n) => fade.last + n * quarterMs) : []
    return {
      battery: toLampBattery(lamp, outlook),
      measured: outlook.battery.map(({ at, share }) => ({ at: new Date(at).toISOString(), minutes: share * rated })),
      expected: times.flatMap((time) =>
        fade ? [{ at: new Date(time).toISOString(), ...expectedMinutesAt(fade, time, rated) }] : [],
      ),
    }
  },
}
