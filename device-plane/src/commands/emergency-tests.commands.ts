import { testPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { z } from 'zod'
import { configuring, defineCommands } from './declaration.ts'

const moment = z.strictObject({ set: z.iso.datetime() })
const schedule = z.strictObject({ period: testPeriod, differito: z.boolean() })

export const testCommands = defineCommands({
  setDateTimeFunzionale: { body: moment, obeyedBy: 'lampUnits', ...configuring },
  setDateTimeAutonomia: { body: moment, obeyedBy: 'lampUnits', ...configuring },
  setPeriodFunzionale: { body: schedule, obeyedBy: 'lampUnits', ...configuring },
  setPeriodAutonomia: { body: schedule, obeyedBy: 'lampUnits', ...configuring },
})
