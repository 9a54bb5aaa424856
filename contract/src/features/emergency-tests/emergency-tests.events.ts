import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { testResult, testRun } from './test-run.ts'

export const testEvents = defineEvents({
  /** A test began, moved on or ended; with the results that came since the last event. */
  ftest: z.object({ plant_id: id, test: testRun, results: z.array(testResult) }),
  /** A test waits, has begun or waits for something else. */
  heldTest: z.object({ plant_id: id }),
})
