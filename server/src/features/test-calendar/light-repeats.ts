import { lightRepeatDue } from '@vigilux/contract/features/handover/handover.rules.ts'
import type { LightRepeat } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { listLastLightMeasurements } from '../logbook/index.ts'
import { listCalendarPlants, type PlantCondition, plantIdsOf, plantsById } from './calendar.store.ts'

/** When these plants' light is due, earliest first: five years after the last measurement, as in rule R15. */
export const readLightRepeats = async (tx: Tx, ofPlants: PlantCondition, now: Date): Promise<LightRepeat[]> => {
  const measured = await listLastLightMeasurements(tx, plantIdsOf(ofPlants), now)
  if (measured.size === 0) return []
  const plants = await listCalendarPlants(tx, plantsById(measured.keys()))
  return plants
    .flatMap(({ id, plantname, timezone }): LightRepeat[] => {
      const at = measured.get(id)
      if (!at) return []
      const measuredOn = dayIn(at, timezone)
      const day = lightRepeatDue(measuredOn)
      return [{ plant_id: id, plantname, measuredOn, day, overdue: day < dayIn(now, timezone) }]
    })
    .toSorted((a, b) => a.day.localeCompare(b.day))
}

/** Those of one year. */
export const lightRepeatsOf = (all: readonly LightRepeat[], year: number): LightRepeat[] =>
  all.filter(({ day }) => day.startsWith(`${year}-`))
