import { lightRepeatDue } from '@vigilux/contract/features/handover/handover.rules.ts'
import type { LightRepeat } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { listLastLightMeasurements } from '../logbook/index.ts'
import type { CalendarPlant } from './calendar.store.ts'

/** When these plants' light must be measured again, earliest first: five years after the last measurement, as rule R15 counts. */
export const readLightRepeats = async (tx: Tx, plants: readonly CalendarPlant[], now: Date): Promise<LightRepeat[]> => {
  const measured = await listLastLightMeasurements(
    tx,
    plants.map(({ id }) => id),
    now,
  )
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
