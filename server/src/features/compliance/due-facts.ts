import type { Moment } from '@vigilux/contract/features/compliance/facts.ts'
import { repairDue } from '@vigilux/contract/features/compliance/faults.rules.ts'
import { nextSignature } from '@vigilux/contract/features/compliance/logbook.rules.ts'
import { firstOfMonth, monthOfDay } from '@vigilux/contract/features/compliance/plant-day.ts'
import type { ProfileLimits } from '@vigilux/contract/features/compliance/profile.ts'
import { defaultProfileChoice, limitsOf } from '@vigilux/contract/features/compliance/profiles.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listSignedMonths } from '../logbook/index.ts'
import { readUnitFaults } from './collect-facts.ts'
import { listFaultyUnits, listLampFaultStarts, listPlantStarts } from './due-facts.store.ts'
import { listProfileChoices } from './profiles.store.ts'

type PlantOfDueFacts = { id: string; country: string; today: number; momentOf: (at: Date) => Moment }

export type DueFacts = {
  /** Repairs by their last day in time. */
  repairs: { due: number; count: number }[]
  /** Next month to sign, and its last day in time. */
  signature: { month: string; due: number } | null
}

/** Starts of the open faults of lamps and units, by plant. */
const readFaultStarts = async (tx: Tx, plantIds: readonly string[], now: Date) => {
  const unitFaults = await readUnitFaults(tx, await listFaultyUnits(tx, plantIds), { at: now, isPast: false })
  const unitStarts = unitFaults.map(({ plantId, at }) => ({ plantId, since: new Date(at), count: 1 }))
  return Map.groupBy([...(await listLampFaultStarts(tx, plantIds)), ...unitStarts], ({ plantId }) => plantId)
}

/** Limits of profiles: a few profiles apply to many plants. */
const createLimitsReader = () => {
  const limitsByProfile = new Map<string, ProfileLimits>()
  return (choice: Parameters<typeof limitsOf>[0]): ProfileLimits => {
    const key = `${choice.profile} ${choice.edition}`
    const limits = limitsByProfile.get(key) ?? limitsOf(choice)
    limitsByProfile.set(key, limits)
    return limits
  }
}

/** Coming duties of rules R11 and R14 in these plants, by plant; a few statements for any number of plants. */
export const readDueFacts = async (
  tx: Tx,
  plants: readonly PlantOfDueFacts[],
  now: Date,
): Promise<Map<string, DueFacts>> => {
  if (plants.length === 0) return new Map()
  const ids = plants.map(({ id }) => id)
  const choices = await listProfileChoices(tx, ids)
  const faultStarts = await readFaultStarts(tx, ids, now)
  const plantStarts = await listPlantStarts(tx, ids)
  const months = plants.flatMap(({ today }) => [monthOfDay(firstOfMonth(today) - 1), monthOfDay(today)])
  const signedMonths = await listSignedMonths(tx, ids, { months: [...new Set(months)], at: now })
  const limitsFor = createLimitsReader()
  return new Map(
    plants.map(({ id, country, today, momentOf }) => {
      const limits = limitsFor(choices.get(id) ?? defaultProfileChoice(country))
      const start = plantStarts.get(id)
      const facts = start && { today, since: momentOf(start), signedMonths: signedMonths.get(id) ?? [] }
      const repairs = (faultStarts.get(id) ?? []).map(({ since, count }) => ({
        due: repairDue(momentOf(since), limits),
        count,
      }))
      return [id, { repairs, signature: facts ? nextSignature(facts, limits) : null }]
    }),
  )
}
