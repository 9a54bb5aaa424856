import { testPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { z } from 'zod'
import { configuring, defineCommands } from './declaration.ts'

/** With `differito` the date of a test that is put off, and stays so. */
const moment = z.strictObject({ set: z.iso.datetime(), differito: z.literal(true).optional() })
const schedule = z.strictObject({ period: testPeriod, differito: z.boolean() })

export const testCommands = defineCommands({
  setDateTimeFunzionale: { body: moment, obeyedBy: 'lampUnits', ...configuring },
  setDateTimeAutonomia: { body: moment, obeyedBy: 'lampUnits', ...configuring },
  setPeriodFunzionale: { body: schedule, obeyedBy: 'lampUnits', ...configuring },
  setPeriodAutonomia: { body: schedule, obeyedBy: 'lampUnits', ...configuring },
})
