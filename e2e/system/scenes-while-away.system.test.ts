import { afterAll, beforeAll, expect, it } from 'vitest'
import { pollUntil } from '../support/api-client.ts'
import { openSteppedScenes } from '../support/stepped-scenes.ts'

/** Scenes changed or removed while their unit is offline, and ramps interrupted by a person. */
const dayMs = 86_400_000
const hourMs = 3_600_000
let plant: Awaited<ReturnType<typeof openSteppedScenes>>

beforeAll(async () => {
  plant = await openSteppedScenes()
})
afterAll(() => plant?.runningProduct.stop())

const isConnected = async (isExpected: boolean) => {
  const { units } = await plant.api().call('getUnitsDetails', { plantId: plant.plantId })
  return units[0]?.cu_connected === isExpected
}
const isUpToDate = async () => (await plant.unitScenes())?.state === 'upToDate'
const shows = async (level: number) => (await plant.levels()).includes(level)
const readRuns = async () =>
  (await plant.runs()).map(({ name, at, result }) => `${name} ${new Date(at).toISOString()} ${result}`).toSorted()
const run = (name: string, at: number, result: string) => `${name} ${new Date(at).toISOString()} ${result}`

it('a disconnected unit runs its old scenes and only new ones after reconnecting', async () => {
  const { plantId, topic, runningProduct } = plant
  const removedAt = plant.soon() + hourMs
  const changedAt = removedAt + hourMs
  const freshStart = removedAt + 2 * hourMs
  const save = async (name: string, at: number, level: number) =>
    (await plant.api().call('saveScene', { plantId, scene: plant.daily(name, at, level) })).scene
  const removedScene = await save('Removed', removedAt, 21)
  const changed = await save('Changed', changedAt, 31)
  await pollUntil('the page says that the unit has them', isUpToDate)
  expect(await plant.scenesInUnit()).toHaveLength(2)
  const unitScenes = await plant.unitScenes()
  expect(unitScenes).toMatchObject({ held: [removedScene.id, changed.id], missing: [] })

  await runningProduct.panel(topic, 'line', { on: false })
  await pollUntil('the unit is away', () => isConnected(false))
  // A list made now would reach further than the list in the unit.
  await plant.stepTo(removedAt - hourMs / 2)
  await plant.api().call('removeScene', { plantId, sceneId: removedScene.id })
  const scene = plant.daily('Changed', changedAt, 41)
  await plant.api().call('updateScene', { plantId, sceneId: changed.id, version: changed.version, scene })
  const { id: newId } = await save('Fresh', freshStart, 51)
  // A separate step updates the unit's list after the save.
  const oldList = await pollUntil('the list is old, and both scenes are named', async () => {
    const list = await plant.unitScenes()
    const names = list?.stillOld.map(({ name }) => name).toSorted()
    return list?.state === 'old' && list.missing.includes(newId) && names?.join() === 'Changed,Removed' && list
  })
  expect(oldList.until).toBe(unitScenes?.until)

  // The platform runs the scene unknown to the unit, but cannot reach the unit.
  for (const [at, level] of [
    [removedAt, 21],
    [changedAt, 31],
  ] as const) {
    await plant.stepTo(at)
    await pollUntil(`the unit is at ${level}`, () => shows(level))
  }
  await plant.stepTo(freshStart)
  const notAsked = run('Fresh', freshStart, 'not_executed')
  await pollUntil('no word yet', async () => {
    const silentRuns = [run('Removed', removedAt, 'no_word'), run('Changed', changedAt, 'no_word'), notAsked]
    return (await readRuns()).join() === silentRuns.toSorted().join()
  })
  expect(await shows(51)).toBe(false)

  await runningProduct.panel(topic, 'line', { on: true })
  await pollUntil('the unit is back, with its new list', async () => (await isConnected(true)) && isUpToDate())
  expect((await plant.unitScenes())?.stillOld).toEqual([])
  const first = [run('Removed', removedAt, 'done'), run('Changed', changedAt, 'done'), notAsked]
  await pollUntil('what it ran meanwhile', async () => (await readRuns()).join() === first.toSorted().join())

  await plant.signIn()
  for (const [at, level] of [
    [changedAt + dayMs, 41],
    [freshStart + dayMs, 51],
  ] as const) {
    await plant.stepTo(at)
    await pollUntil(`the unit is at ${level}`, () => shows(level))
  }
  const second = [...first, run('Changed', changedAt + dayMs, 'done'), run('Fresh', freshStart + dayMs, 'done')]
  await pollUntil('the runs of the next day', async () => (await readRuns()).join() === second.toSorted().join())
})

it('a ramp rises evenly, and a level set meanwhile stays', async () => {
  const { plantId, topic } = plant
  const api = plant.api()
  const set = (level: number) => api.call('setLightLevel', { plantId, to: { topic, all: true }, level, fadeS: 0 })
  const readLevels = async (): Promise<number[]> => {
    const { lamps } = await api.call('getLamps', { plantId, topic })
    return lamps.flatMap(({ type, dimming }) => (type === 'lighting' && dimming !== null ? [dimming] : []))
  }
  await set(0)
  await pollUntil('all lamps are out', async () => (await readLevels()).every((level) => level === 0))
  const scene = { ...plant.daily('Ramp', plant.soon(), 100, true), activation: { mode: 'manual' } as const }
  const { id } = (await api.call('saveScene', { plantId, scene })).scene
  const startedAt = performance.now()
  await api.call('activateScene', { plantId, sceneId: id })
  const started = performance.now()
  /** Three seconds per percent; a report may be a second old, or as old as one poll. */
  const isEven = async (percent: number): Promise<boolean> => {
    const from = performance.now()
    const levels = await readLevels()
    const [maxRuns, minRuns] = [(performance.now() - startedAt) / 3_000 + 1, (from - started) / 3_000 - 3]
    for (const level of levels) {
      expect(level).toBeLessThanOrEqual(maxRuns)
      expect(level).toBeGreaterThanOrEqual(minRuns)
    }
    expect(new Set(levels).size).toBeLessThanOrEqual(2)
    return levels.every((level) => level >= percent)
  }
  for (const percent of [2, 4, 6]) await pollUntil(`${percent} %`, () => isEven(percent))

  await set(60)
  await pollUntil('the level of the person', async () => (await readLevels()).every((level) => level === 60))
  // The report after a change of another lamp is newer than any report of the ramp.
  const [lamp] = (await api.call('getLamps', { plantId, topic })).lamps.filter(({ type }) => type === 'lighting')
  await api.call('setLightLevel', { plantId, to: { topic, addrs: [lamp?.id ?? 0] }, level: 70, fadeS: 4 })
  await pollUntil('another fade has run', async () => (await readLevels()).includes(70))
  expect((await readLevels()).filter((level) => level !== 70 && level !== 60)).toEqual([])
})
