import { afterAll, beforeAll, expect, it } from 'vitest'
import { pollUntil } from '../support/api-client.ts'
import { openSteppedScenes } from '../support/stepped-scenes.ts'

/** Scenes that are changed and removed while their unit is away, and ramps that somebody breaks off. */
const dayMs = 86_400_000
const hourMs = 3_600_000
let plant: Awaited<ReturnType<typeof openSteppedScenes>>

beforeAll(async () => {
  plant = await openSteppedScenes()
})
afterAll(() => plant?.running.stop())

const isConnected = async (wanted: boolean) => {
  const { units } = await plant.api().call('getUnitsDetails', { plantId: plant.plantId })
  return units[0]?.cu_connected === wanted
}
const isUpToDate = async () => (await plant.unitScenes())?.state === 'upToDate'
const shows = async (level: number) => (await plant.levels()).includes(level)
const told = async () =>
  (await plant.runs()).map(({ name, at, result }) => `${name} ${new Date(at).toISOString()} ${result}`).toSorted()
const run = (name: string, at: number, result: string) => `${name} ${new Date(at).toISOString()} ${result}`

it('a unit that is away runs the scenes that it has, as the page says; once it is back it runs the new ones alone', async () => {
  const { plantId, topic, running } = plant
  const removedAt = plant.soon() + hourMs
  const changedAt = removedAt + hourMs
  const fresh = removedAt + 2 * hourMs
  const save = async (name: string, at: number, level: number) =>
    (await plant.api().call('saveScene', { plantId, scene: plant.daily(name, at, level) })).scene
  const removed = await save('Removed', removedAt, 21)
  const changed = await save('Changed', changedAt, 31)
  await pollUntil('the page says that the unit has them', isUpToDate)
  expect(await plant.scenesInUnit()).toHaveLength(2)
  const held = await plant.unitScenes()
  expect(held?.held).toEqual([removed.id, changed.id])

  await running.panel(topic, 'line', { on: false })
  await pollUntil('the unit is away', () => isConnected(false))
  // A list of now would reach further than the one that the unit has.
  await plant.stepTo(removedAt - hourMs / 2)
  await plant.api().call('removeScene', { plantId, sceneId: removed.id })
  const scene = plant.daily('Changed', changedAt, 41)
  await plant.api().call('updateScene', { plantId, sceneId: changed.id, version: changed.version, scene })
  const { id: newId } = await save('Fresh', fresh, 51)
  // The list that the unit is to have follows what was saved in a moment of its own.
  const old = await pollUntil('the list is old, and both scenes are named', async () => {
    const list = await plant.unitScenes()
    const names = list?.stillOld.map(({ name }) => name).toSorted()
    return list?.state === 'old' && list.held.includes(newId) && names?.join() === 'Changed,Removed' && list
  })
  expect(old.until).toBe(held?.until)

  // The scene that the unit does not know is the platform's to run, which does not reach it.
  for (const [at, level] of [
    [removedAt, 21],
    [changedAt, 31],
  ] as const) {
    await plant.stepTo(at)
    await pollUntil(`the unit is at ${level}`, () => shows(level))
  }
  await plant.stepTo(fresh)
  const notAsked = run('Fresh', fresh, 'not_executed')
  await pollUntil('no word yet', async () => {
    const silent = [run('Removed', removedAt, 'no_word'), run('Changed', changedAt, 'no_word'), notAsked]
    return (await told()).join() === silent.toSorted().join()
  })
  expect(await shows(51)).toBe(false)

  await running.panel(topic, 'line', { on: true })
  await pollUntil('the unit is back, with its new list', async () => (await isConnected(true)) && isUpToDate())
  expect((await plant.unitScenes())?.stillOld).toEqual([])
  const first = [run('Removed', removedAt, 'done'), run('Changed', changedAt, 'done'), notAsked]
  await pollUntil('what it ran meanwhile', async () => (await told()).join() === first.toSorted().join())

  await plant.signIn()
  for (const [at, level] of [
    [changedAt + dayMs, 41],
    [fresh + dayMs, 51],
  ] as const) {
    await plant.stepTo(at)
    await pollUntil(`the unit is at ${level}`, () => shows(level))
  }
  const second = [...first, run('Changed', changedAt + dayMs, 'done'), run('Fresh', fresh + dayMs, 'done')]
  await pollUntil('the runs of the next day', async () => (await told()).join() === second.toSorted().join())
})

it('a ramp goes up evenly, and who sets a level meanwhile is obeyed for good', async () => {
  const { plantId, topic } = plant
  const api = plant.api()
  const set = (level: number) => api.call('setLightLevel', { plantId, to: { topic, all: true }, level, fadeS: 0 })
  const reported = async (): Promise<number[]> => {
    const { lamps } = await api.call('getLamps', { plantId, topic })
    return lamps.flatMap(({ type, dimming }) => (type === 'lighting' && dimming !== null ? [dimming] : []))
  }
  await set(0)
  await pollUntil('all lamps are out', async () => (await reported()).every((level) => level === 0))
  const scene = { ...plant.daily('Ramp', plant.soon(), 100, true), activation: { mode: 'manual' } as const }
  const { id } = (await api.call('saveScene', { plantId, scene })).scene
  const asked = performance.now()
  await api.call('activateScene', { plantId, sceneId: id })
  const begun = performance.now()
  /** Three seconds for each percent; what is told may be a second old, or as old as a look takes. */
  const isEven = async (percent: number): Promise<boolean> => {
    const from = performance.now()
    const levels = await reported()
    const [most, least] = [(performance.now() - asked) / 3_000 + 1, (from - begun) / 3_000 - 3]
    for (const level of levels) {
      expect(level).toBeLessThanOrEqual(most)
      expect(level).toBeGreaterThanOrEqual(least)
    }
    expect(new Set(levels).size).toBeLessThanOrEqual(2)
    return levels.every((level) => level >= percent)
  }
  for (const percent of [2, 4, 6]) await pollUntil(`${percent} %`, () => isEven(percent))

  await set(60)
  await pollUntil('the level of the person', async () => (await reported()).every((level) => level === 60))
  // What the unit tells after another of its lamps has changed is newer than any report of the ramp could be.
  const [lamp] = (await api.call('getLamps', { plantId, topic })).lamps.filter(({ type }) => type === 'lighting')
  await api.call('setLightLevel', { plantId, to: { topic, addrs: [lamp?.id ?? 0] }, level: 70, fadeS: 4 })
  await pollUntil('another fade has run', async () => (await reported()).includes(70))
  expect((await reported()).filter((level) => level !== 70 && level !== 60)).toEqual([])
})
