import type { SceneActivation } from '@vigilux/contract/features/scenes/scene.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { insertAggregation } from '../features/aggregations/index.ts'
import type { CentralUnitRow } from '../features/central-units/index.ts'
import { findPlant } from '../features/plants/index.ts'
import { seedPastRuns, seedPastScene } from '../features/scenes/index.ts'
import type { Tx } from '../kernel/transaction.ts'
import { type DemoScene, demoLight } from './demo-scenes.ts'

const dayMs = 86_400_000
const daysBehind = 14
/** The input with the switch at the entrance. */
const entrance = 1

type SeededPlant = { key: string; id: string; units: readonly { row: CentralUnitRow }[] }
type Author = { userId: string; name: string }

const activationOf = ({ starts }: DemoScene, topic: string): SceneActivation => {
  if (starts === 'manual') return { mode: 'manual' }
  if (starts === 'input') return { mode: 'input', topic, input: entrance }
  return { mode: 'calendar', ...starts, weekdays: [...starts.weekdays], period: null }
}

/** Other causes of runs in the last days: a person every third evening, the switch every night. */
const othersOf = ({ starts }: DemoScene, now: Date, { by, unit }: { by: Author; unit: string }) => {
  if (typeof starts === 'object') return []
  const dayInterval = starts === 'manual' ? 3 : 1
  return Array.from({ length: Math.floor(daysBehind / dayInterval) }, (_, n) => {
    const at = new Date(now.getTime() - (n * dayInterval + 1) * dayMs + (n % 5) * 1_260_000)
    return starts === 'manual'
      ? { cause: 'manual' as const, at, by, input: null }
      : { cause: 'input' as const, at, by: null, input: { unit, input: entrance, boot: 1, seq: n + 1 } }
  })
}

/** Scenes of a plant whose lamps follow levels, and their runs in the last two weeks. */
export const seedScenes = async (
  tx: Tx,
  { key, id, units }: SeededPlant,
  { by, now }: { by: Author; now: Date },
): Promise<void> => {
  const light = demoLight[key]
  const unit = units.find(({ row }) => unitTypes[row.cuType]?.facts.commands.includes('setLevels'))?.row
  if (!light || !unit) return
  const plant = await findPlant(tx, id)
  const ids: (string | undefined)[] = []
  for (const [name, groups] of light.aggregations)
    ids.push(await insertAggregation(tx, id, { centralUnitId: unit.id, name, groups: [...groups] }))
  const from = new Date(now.getTime() - daysBehind * dayMs)
  // The unit was offline for an evening.
  const wasUnitAway = (at: Date) => Math.floor((now.getTime() - at.getTime()) / dayMs) === 9
  for (const [n, one] of light.scenes.entries()) {
    const collections = ids.flatMap((aggregationId, at) =>
      aggregationId === undefined ? [] : [{ id: aggregationId, level: one.levels[at] ?? null }],
    )
    const draft = {
      name: one.name,
      ramp: one.ramp,
      enabled: true,
      collections,
      activation: activationOf(one, unit.unit),
    }
    const inputUnitId = one.starts === 'input' ? unit.id : null
    const savedAt = new Date(from.getTime() - dayMs + n * 60_000)
    const scene = await seedPastScene(tx, plant, { draft, inputUnitId, savedAt, now })
    await seedPastRuns(tx, plant, scene, {
      from,
      until: now,
      wasAway: wasUnitAway,
      others: othersOf(one, now, { by, unit: unit.unit }),
    })
  }
}
