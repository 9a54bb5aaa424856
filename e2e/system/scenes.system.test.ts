import { afterAll, beforeAll, expect, it } from 'vitest'
import { pollUntil } from '../support/api-client.ts'
import { openSteppedScenes } from '../support/stepped-scenes.ts'

/**
 * A week of three scenes in a unit, with the server stopped for two days of it: the unit runs them by its own clock, each once, and afterwards the
 * history has them with their true times.
 */
const dayMs = 86_400_000
const days = 7
const stoppedOn = new Set([2, 3])
let plant: Awaited<ReturnType<typeof openSteppedScenes>>

/** Whether lamps are at the level that the scene of a number sets. */
const showsScene = async (number: number) => (await plant.levels()).includes(levelOf(number))
const levelOf = (number: number): number => 11 * (((number - 1) % 3) + 1)

beforeAll(async () => {
  plant = await openSteppedScenes()
})
afterAll(() => plant?.running.stop())

it('each run of a week is in the history once, with its true time, though the server was stopped for two days', async () => {
  const { plantId, topic, running } = plant
  // A day of the plant begins anew while this runs: the first run is some minutes ahead.
  const first = plant.soon()
  const minutes = [0, 60, 120].map((after) => first + after * 60_000)
  for (const [n, at] of minutes.entries())
    await plant.api().call('saveScene', { plantId, scene: plant.daily(`Scene ${n + 1}`, at, levelOf(n + 1)) })
  await pollUntil('the unit holds its scenes', async () => (await plant.unitScenes())?.state === 'upToDate')
  const wanted: string[] = []
  const passDay = async (day: number, hasRun: (number: number) => Promise<boolean>) => {
    for (const [n, at] of minutes.entries()) {
      const due = at + day * dayMs
      wanted.push(`Scene ${n + 1} ${new Date(due).toISOString()}`)
      await plant.stepTo(due)
      await pollUntil(`run ${wanted.length}`, () => hasRun(wanted.length))
    }
  }
  const isTold = async (number: number) => {
    const told = await plant.runs()
    return told.length === number && told.every(({ result }) => result === 'done')
  }
  const passWithServer = async (day: number) => {
    await plant.signIn()
    await passDay(day, isTold)
  }
  for (let day = 0; day < days; day++) {
    if (!stoppedOn.has(day)) await passWithServer(day)
    else if (!stoppedOn.has(day - 1)) {
      await running.restart(async () => {
        for (const stopped of stoppedOn) await passDay(stopped, showsScene)
        return {}
      })
      await plant.signIn()
      await pollUntil('what the unit ran meanwhile', () => isTold(wanted.length))
    }
  }
  const told = await plant.runs()
  expect(told.map(({ name, at }) => `${name} ${at}`).toSorted()).toEqual(wanted.toSorted())
  expect(told).toHaveLength(3 * days)
  expect(new Set(told.flatMap(({ units }) => units.map((unit) => `${unit.topic} ${unit.result}`)))).toEqual(
    new Set([`${topic} done`]),
  )
  expect(told.every(({ cause, by }) => cause === 'calendar' && by === null)).toBe(true)
})
