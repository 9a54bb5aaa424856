import { isCalendarOver } from '@vigilux/contract/features/scenes/scene.rules.ts'
import type { SceneActivation } from '@vigilux/contract/features/scenes/scene.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { publicHolidays } from '../planner/index.ts'
import type { PlantRow } from '../plants/index.ts'
import { type DayRun, type RunFacts, runsAfter } from './calendar-runs.ts'
import type { SceneRow } from './scenes.store.ts'

type PlantPlace = Pick<PlantRow, 'timezone' | 'lat' | 'long' | 'country'>

/** Days searched for the platform's next run; when they are over, the search continues. */
const daysAhead = 40
const dayMs = 86_400_000

/** A plant's zone, position and country; a due time computed for another value is stale. */
export const placeOf = ({ timezone, lat, long, country }: PlantPlace): string =>
  [timezone, lat ?? '', long ?? '', country].join('|')

/** The inputs of a plant's runs, with the holidays of `years` years from a day on. */
export const runFactsOf = async (plant: PlantPlace, from: Date, years: number): Promise<RunFacts> => {
  const first = Number(dayIn(from, plant.timezone).slice(0, 4))
  const { lat, long } = plant
  return {
    zone: plant.timezone,
    position: lat === null || long === null ? null : { lat, long },
    holidays: await publicHolidays(
      plant.country,
      Array.from({ length: years }, (_, n) => first + n),
    ),
  }
}

type SceneDue = Pick<SceneRow, 'dueAt' | 'dueIsRun' | 'dueFor'>
const notDue: SceneDue = { dueAt: null, dueIsRun: false, dueFor: null }

const nextRun = (runs: Iterable<DayRun>): Date | null => {
  for (const { at } of runs) if (at) return at
  return null
}

/** When the platform checks a scene's calendar next after an instant. */
export const computeDueAfter = async (
  { activation, enabled }: { activation: SceneActivation; enabled: boolean },
  plant: PlantPlace,
  after: Date,
): Promise<SceneDue> => {
  if (!enabled || activation.mode !== 'calendar') return notDue
  const dueFor = placeOf(plant)
  if (isCalendarOver(activation, dayIn(new Date(after.getTime() - dayMs), plant.timezone))) return { ...notDue, dueFor }
  const facts = await runFactsOf(plant, new Date(after.getTime() - dayMs), 2)
  const at = nextRun(runsAfter(activation, { after, days: daysAhead, facts }))
  if (at) return { dueAt: at, dueIsRun: true, dueFor }
  return { dueAt: new Date(after.getTime() + (daysAhead - 2) * dayMs), dueIsRun: false, dueFor }
}
