import type { JudgedRule } from '@vigilux/contract/features/compliance/compliance.ts'
import type { PlantOutlook } from '@vigilux/contract/features/week/plant-outlook.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { DevicePort } from '../../ports/device.ts'
import { judgePlant } from '../compliance/index.ts'
import { findPlant } from '../plants/index.ts'
import { readFirstTestOf } from '../test-calendar/index.ts'

/** The earliest of some days; null without any. */
const firstDay = (days: readonly (string | undefined)[]): string | null =>
  days.filter((day) => day !== undefined).toSorted()[0] ?? null

const daysOf = (rules: readonly JudgedRule[], state: JudgedRule['state'], name: 'since' | 'due') =>
  firstDay(rules.filter((rule) => rule.state === state).map((rule) => rule[name]))

/** The verdict, the present state and the next test of a plant, as its own pages show them. */
export const readPlantOutlook = async (
  tx: Tx,
  plantId: string,
  { now, types }: { now: Date; types: DevicePort['types'] },
): Promise<PlantOutlook> => {
  const plant = await findPlant(tx, plantId)
  const judged = await judgePlant(tx, plant, { at: now, month: null, historyStart: null, types })
  const test = await readFirstTestOf(tx, plantId, now)
  return {
    plant_id: plantId,
    verdict: judged.verdict,
    untested: judged.untested,
    now: judged.now,
    notMetSince: daysOf(judged.rules, 'notMet', 'since'),
    due: daysOf(judged.rules, 'met', 'due'),
    test: test ? { kind: test.kind, at: test.at } : null,
  }
}
