import { patchPlantDetails, upsert } from '../../shared/plant/plant.ts'
import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps test lists, open reports and their documents in sync. */
export const testPatches: RealtimePatches = {
  ftest: (cache, { plant_id, test }) => {
    patchPlantDetails(cache, plant_id, (details) => ({
      ...details,
      tests: upsert(details.tests, test, ({ id }) => id === test.id),
    }))
    const isOfPlant = (input: { plantId: string }) => input.plantId === plant_id
    let isKnown = false
    // Lists for one kind of devices are refetched, because the event's counts cover all devices.
    const isNarrowed = (input: { plantId: string; devicesType?: string | undefined }) =>
      isOfPlant(input) && (input.devicesType ?? 'all') !== 'all'
    const isOfAllDevices = (input: { plantId: string; devicesType?: string | undefined }) =>
      isOfPlant(input) && !isNarrowed(input)
    cache.refetch('getTests', isNarrowed)
    cache.update('getTests', isOfAllDevices, (answer) => {
      if (!answer.tests.some(({ id }) => id === test.id)) return answer
      isKnown = true
      return { ...answer, tests: answer.tests.map((other) => (other.id === test.id ? test : other)) }
    })
    if (!isKnown) cache.refetch('getTests', isOfAllDevices)
    // A plant report counts ended tests.
    if (test.endedAt !== null) cache.refetch('getGlobalReports', isOfPlant)
    cache.refetch('getTestReport', (input) => isOfPlant(input) && input.testId === test.id)
  },
  heldTest: (cache, { plant_id }) => cache.refetch('getHeldTests', ({ plantId }) => plantId === plant_id),
  createReport: (cache, { plant_id, report }) =>
    cache.update(
      'getReport',
      (input) => input.plantId === plant_id && input.reportId === report.id,
      () => ({ report }),
    ),
}
