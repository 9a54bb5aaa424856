import { batteriesPerPage, type batteryActions } from '@vigilux/contract/features/batteries/batteries.actions.ts'
import { expectedAt } from '@vigilux/contract/features/batteries/outlook.rules.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { findPriceSettings, listPrices, seesPrices } from '../bill-of-materials/index.ts'
import { readCatalogue } from '../catalogue/index.ts'
import { findTier } from '../plants/index.ts'
import { readBatteryLamps, readOutlook, toLampBattery } from './read-outlook.ts'
import { viewNeeded, viewOutlook } from './view-outlook.ts'

const pricesFor = async (tx: Tx, plantId: string, role: PlantRole) => {
  const settings = await findPriceSettings(tx, plantId)
  if (!seesPrices(role, settings)) return null
  const prices = new Map([...(await listPrices(tx, plantId))].map(([code, { cents }]) => [code, cents]))
  return { settings, prices }
}

const isBasic = async ({ tx, ports }: { tx: Tx; ports: Ports }, plantId: string): Promise<boolean> =>
  (await findTier(tx, plantId, ports.clock.now())) === 'basic'

/** What is said last stands where nothing is said of an end. */
const never = '9999'

/** Points of the line that is expected, a quarter of a year apart, from the last measurement on. */
const quarterMs = 91 * 86_400_000
const mostPoints = 40

export const batteryHandlers: HandlersOf<typeof batteryActions> = {
  getBatteryOutlook: async ({ input: { plantId }, role, ...context }) => {
    const { tx, ports } = context
    const seen = await pricesFor(tx, plantId, role)
    const shown = seen ? { prices: seen.settings } : {}
    const prices = seen?.prices ?? null
    if (await isBasic(context, plantId)) {
      const catalogue = await readCatalogue(tx)
      const lamps = await readBatteryLamps(tx, plantId, catalogue)
      return { needed: viewNeeded(lamps, catalogue, prices), outlook: null, ...shown }
    }
    const read = await readOutlook(tx, ports, plantId)
    return {
      needed: viewNeeded(read.lamps, read.catalogue, prices),
      outlook: viewOutlook(read, ports.clock.now(), prices),
      ...shown,
    }
  },
  getBatteries: async ({ input: { plantId, code, page }, ...context }) => {
    if (await isBasic(context, plantId)) return fail('OUTLOOK_NEEDS_PRO')
    const { pairs } = await readOutlook(context.tx, context.ports, plantId)
    const batteries = pairs
      .filter(({ lamp }) => lamp.battery === code)
      .map(({ lamp, outlook }) => toLampBattery(lamp, outlook))
      .toSorted((a, b) => (a.ends?.middle ?? never).localeCompare(b.ends?.middle ?? never))
    const from = (page - 1) * batteriesPerPage
    return { batteries: batteries.slice(from, from + batteriesPerPage), total: batteries.length }
  },
  getLampBattery: async ({ input: { plantId, topic, addr }, ...context }) => {
    if (await isBasic(context, plantId)) return fail('OUTLOOK_NEEDS_PRO')
    const { pairs } = await readOutlook(context.tx, context.ports, plantId)
    const { lamp, outlook } =
      pairs.find((one) => one.lamp.unit === topic && one.lamp.addr === addr) ?? fail('LAMP_NOT_FOUND')
    const rated = lamp.ratedMin ?? 60
    const { fade } = outlook
    const until = outlook.ends?.last ?? outlook.ends?.middle ?? null
    const points = fade && until ? Math.ceil((Date.parse(until) - fade.last) / quarterMs) + 2 : 0
    const times = fade ? Array.from({ length: Math.min(points, mostPoints) }, (_, n) => fade.last + n * quarterMs) : []
    return {
      battery: toLampBattery(lamp, outlook),
      measured: outlook.battery.map(({ at, share }) => ({ at: new Date(at).toISOString(), minutes: share * rated })),
      expected: times.flatMap((time) =>
        fade ? [{ at: new Date(time).toISOString(), ...expectedAt(fade, time, rated) }] : [],
      ),
    }
  },
}
