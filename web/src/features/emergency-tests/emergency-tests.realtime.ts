import { patchPlantDetails, upsert } from '../../shared/plant/plant-patches.ts'
import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** Keeps test lists, open reports and their documents in sync. */
export const testPatches: RealtimePatches = {
  ftest: (cache, { plant_id, test }) => {
    patchPlantDetails(cache, plant_id, (details) => ({
      ...details,
      tests: upsert(details.tests, test, ({ id }) => id === test.id),
    }))
    const ofPlant = (input: { plantId: string }) => input.plantId === plant_id
    let known = false
    // Lists for one kind of devices are refetched, because the event's counts cover all devices.
    const ofSome = (input: { plantId: string; devicesType?: string | undefined }) =>
      ofPlant(input) && (input.devicesType ?? 'all') !== 'all'
    const ofAll = (input: { plantId: string; devicesType?: string | undefined }) => ofPlant(input) && !ofSome(input)
    cache.refetch('getTests', ofSome)
    cache.update('getTests', ofAll, (answer) => {
      if (!answer.tests.some(({ id }) => id === test.id)) return answer
      known = true
      return { ...answer, tests: answer.tests.map((other) => (other.id === test.id ? test : other)) }
    })
    if (!known) cache.refetch('getTests', ofAll)
    // A plant report counts ended tests.
    if (test.endedAt !== null) cache.refetch('getGlobalReports', ofPlant)
    cache.refetch('getTestReport', (input) => ofPlant(input) && input.testId === test.id)
  },
  heldTest: (cache, { plant_id }) => cache.refetch('getHeldTests', ({ plantId }) => plantId === plant_id),
  createReport: (cache, { plant_id, report }) =>
    cache.update(
      'getReport',
      (input) => input.plantId === plant_id && input.reportId === report.id,
      () => ({ report }),
    ),
}
