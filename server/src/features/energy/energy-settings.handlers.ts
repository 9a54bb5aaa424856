import { findEmissionFactor } from '@vigilux/contract/features/energy/emission-factors.ts'
import type { energyActions } from '@vigilux/contract/features/energy/energy.actions.ts'
import type { EnergySettings } from '@vigilux/contract/features/energy/energy-costs.ts'
import { findTariffOverlap } from '@vigilux/contract/features/energy/tariff.rules.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { findPriceSettings } from '../bill-of-materials/index.ts'
import { findPlant } from '../plants/index.ts'
import { findEnergySettings, type StoredSettings, saveEnergySettings } from './energy-settings.store.ts'

type Handlers = Pick<HandlersOf<typeof energyActions>, 'getEnergySettings' | 'saveEnergyBaseline' | 'saveEnergyTariffs'>

/** The settings of a plant with related data. */
export const readSettings = async (tx: Tx, plantId: string, now: Date): Promise<EnergySettings> => {
  const { country, timezone } = await findPlant(tx, plantId)
  return {
    ...(await findEnergySettings(tx, plantId)),
    currency: (await findPriceSettings(tx, plantId)).currency,
    factor: findEmissionFactor(country, Number(dayIn(now, timezone).slice(0, 4))),
  }
}

const auditedValue = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** Saves one of the two fields if the version is unchanged; undefined after a concurrent save. */
const saveSettings = async (
  { work }: WriteContext,
  plantId: string,
  change: Partial<StoredSettings> & { version: number },
): Promise<{ version: number } | undefined> => {
  const before = await findEnergySettings(work.tx, plantId)
  work.audit.target({ kind: 'plant', id: plantId, name: (await findPlant(work.tx, plantId)).plantname })
  const { version: _, ...fields } = change
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const toAudited = (values: Partial<StoredSettings>) =>
    Object.fromEntries(names.map((name) => [name, auditedValue(values[name])]))
  work.audit.diff(toAudited(before), toAudited(fields))
  const version = await saveEnergySettings(work.tx, plantId, change)
  if (version === undefined) return undefined
  work.broadcast({ plant: plantId }, 'saveEnergySettings', { plant_id: plantId })
  return { version }
}

export const energySettingsHandlers: Handlers = {
  getEnergySettings: ({ work, input: { plantId } }) => readSettings(work.tx, plantId, work.now),
  saveEnergyBaseline: async ({ input: { plantId, baseline, version }, ...context }) => {
    const { work } = context
    const { timezone } = await findPlant(work.tx, plantId)
    const isOver = baseline?.kind !== 'period' || baseline.until < dayIn(work.now, timezone)
    if (!isOver) return work.fail('BASELINE_NOT_OVER')
    return (
      (await saveSettings(context, plantId, { baseline, version })) ??
      work.fail('CHANGED_MEANWHILE', { now: await findEnergySettings(work.tx, plantId) })
    )
  },
  saveEnergyTariffs: async ({ input: { plantId, tariffs, version }, ...context }) => {
    const tariffOverlap = findTariffOverlap(tariffs)
    if (tariffOverlap) return context.work.fail('TARIFF_OVERLAP', tariffOverlap)
    return (
      (await saveSettings(context, plantId, { tariffs, version })) ??
      context.work.fail('CHANGED_MEANWHILE', { now: await findEnergySettings(context.work.tx, plantId) })
    )
  },
}
