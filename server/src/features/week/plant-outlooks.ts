import type { JudgedRule } from '@vigilux/contract/features/compliance/compliance.ts'
import type { PlantOutlook } from '@vigilux/contract/features/week/plant-outlook.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { DevicePort } from '../../ports/device.ts'
import { judgePlant } from '../compliance/index.ts'
import { findPlant } from '../plants/index.ts'
import { readFirstTestOf } from '../test-calendar/index.ts'

/** The rule of a state with the earliest of its days; undefined without any. */
const firstRule = (rules: readonly JudgedRule[], state: JudgedRule['state'], name: 'since' | 'due') =>
  rules
    .filter((rule) => rule.state === state && rule[name] !== undefined)
    .toSorted((a, b) => (a[name] ?? '').localeCompare(b[name] ?? ''))[0]

/** The verdict, the present state and the next test of a plant, as its own pages show them. */
export const readPlantOutlook = async (
  tx: Tx,
  plantId: string,
  { now, types }: { now: Date; types: DevicePort['types'] },
): Promise<PlantOutlook> => {
  const plant = await findPlant(tx, plantId)
  const judged = await judgePlant(tx, plant, { at: now, month: null, historyStart: null, types })
  const test = await readFirstTestOf(tx, plantId, now)
  const dueRule = firstRule(judged.rules, 'met', 'due')
  return {
    plant_id: plantId,
    verdict: judged.verdict,
    untested: judged.untested,
    now: judged.now,
    notMetSince: firstRule(judged.rules, 'notMet', 'since')?.since ?? null,
    due: dueRule?.due ?? null,
    dueRemedy: dueRule?.remedy ?? null,
    test: test ? { kind: test.kind, at: test.at } : null,
  }
}
