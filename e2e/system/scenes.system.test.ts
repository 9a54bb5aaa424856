import { afterAll, beforeAll, expect, it } from 'vitest'
import { pollUntil } from '../support/api-client.ts'
import { openSteppedScenes } from '../support/stepped-scenes.ts'

/**
 * A week of three scenes in a unit, with the server stopped for two days. The unit runs them by its own clock, once
 * each, and the history shows the true times.
 */
const dayMs = 86_400_000
const days = 7
const stoppedOn = new Set([2, 3])
let plant: Awaited<ReturnType<typeof openSteppedScenes>>

/** Whether lamps have the level of the scene with this number. */
const showsScene = async (number: number) => (await plant.levels()).includes(levelOf(number))
const levelOf = (number: number): number => 11 * (((number - 1) % 3) + 1)

beforeAll(async () => {
  plant = await openSteppedScenes()
})
afterAll(() => plant?.runningProduct.stop())

it('each run of a week is in the history once despite server downtime', async () => {
  const { plantId, topic, runningProduct } = plant
  // The plant's day changes meanwhile: the first run is some minutes ahead.
  const first = plant.soon()
  const minutes = [0, 60, 120].map((after) => first + after * 60_000)
  for (const [n, at] of minutes.entries())
    await plant.api().call('saveScene', { plantId, scene: plant.daily(`Scene ${n + 1}`, at, levelOf(n + 1)) })
  await pollUntil('the unit holds its scenes', async () => (await plant.unitScenes())?.state === 'upToDate')
  const expectedRuns: string[] = []
  const passDay = async (day: number, hasRun: (number: number) => Promise<boolean>) => {
    for (const [n, at] of minutes.entries()) {
      const due = at + day * dayMs
      expectedRuns.push(`Scene ${n + 1} ${new Date(due).toISOString()}`)
      await plant.stepTo(due)
      await pollUntil(`run ${expectedRuns.length}`, () => hasRun(expectedRuns.length))
    }
  }
  const isReported = async (number: number) => {
    const runs = await plant.runs()
    return runs.length === number && runs.every(({ result }) => result === 'done')
  }
  const passWithServer = async (day: number) => {
    await plant.signIn()
    await passDay(day, isReported)
  }
  for (let day = 0; day < days; day++) {
    if (!stoppedOn.has(day)) await passWithServer(day)
    else if (!stoppedOn.has(day - 1)) {
      await runningProduct.restart(async () => {
        for (const stoppedUnit of stoppedOn) await passDay(stoppedUnit, showsScene)
        return {}
      })
      await plant.signIn()
      await pollUntil('what the unit ran meanwhile', () => isReported(expectedRuns.length))
    }
  }
  const runsNow = await plant.runs()
  expect(runsNow.map(({ name, at }) => `${name} ${at}`).toSorted()).toEqual(expectedRuns.toSorted())
  expect(runsNow).toHaveLength(3 * days)
  expect(new Set(runsNow.flatMap(({ units }) => units.map((unit) => `${unit.topic} ${unit.result}`)))).toEqual(
    new Set([`${topic} done`]),
  )
  expect(runsNow.every(({ cause, by }) => cause === 'calendar' && by === null)).toBe(true)
})
