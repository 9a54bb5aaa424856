import { randomUUID } from 'node:crypto'
import { rampS } from '@vigilux/contract/features/scenes/scene.ts'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { takesLevels } from '@vigilux/simulator/core/light.ts'
import type { VirtualUnit } from '@vigilux/simulator/core/virtual-unit.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openUnitListener, type UnitListener } from './unit-listener.ts'

/**
 * The five-minute ramp of a scene, as units of all types report it over the broker. Only the date is stepped; the rest
 * runs in real time.
 */

const ids = Object.values(unitTypes)
  .filter(({ facts }) => facts.commands.includes('setScenes'))
  .map(({ facts }) => `${facts.cu_type}_${'0A1B2C3D'.slice(0, facts.serialDigits)}`)
const minuteMs = 60_000
const minutes = Array.from({ length: (rampS * 1_000) / minuteMs }, (_, at) => at + 1)
const groups = Array.from({ length: 16 }, (_, at) => at + 1)
let listener: UnitListener
let units: VirtualUnit[]
let startedAt: number

/** The reported levels of dimmable lamps. */
const readLevels = (): number[] =>
  units.flatMap((unit) => {
    const lamps = listener.lamps(unit.id)
    return unit.list.known.filter(takesLevels).map(({ addr }) => lamps.get(addr)?.levelPercent ?? -1)
  })
const waitForLevel = (level: number) => vi.waitFor(() => expect(new Set(readLevels())).toEqual(new Set([level])))
const order = (command: UnitCommand) =>
  Promise.all(
    ids.map(async (id) => {
      const sentCommand = await listener.send(id, command)
      await vi.waitFor(() => expect(listener.lastResponse(sentCommand)).toMatchObject({ state: 'done' }))
    }),
  )
const setAll = (level: number) => order({ name: 'setLevels', levels: [{ to: 'all', level }], fadeS: 0, holdS: null })
const passMinute = () => vi.setSystemTime(Date.now() + minuteMs)

/** Switched-off lamps begin a ramp after an input change of their unit. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  listener = await openUnitListener(ids)
  units = await Promise.all(ids.map(async (id) => (await listener.open(id)).unit))
  await setAll(0)
  await waitForLevel(0)
  const scene = { scene: randomUUID(), levels: [{ groups, level: 100 }], fadeS: rampS, runs: [], input: 1 }
  await order({ name: 'setScenes', version: 1, until: '2099-01-01T00:00:00.000Z', scenes: [scene] })
  for (const unit of units) unit.inputs.set(1, true)
  startedAt = Date.now()
})
afterEach(async () => {
  await listener?.close()
  vi.useRealTimers()
})

test('the level rises evenly over five minutes', async () => {
  for (const minute of minutes) {
    passMinute()
    await vi.waitFor(() => {
      const expectedLevel = Math.min(100, (Date.now() - startedAt) / (rampS * 10))
      expect(expectedLevel).toBeGreaterThanOrEqual((100 * minute) / minutes.length)
      for (const level of readLevels()) expect(Math.abs(level - expectedLevel)).toBeLessThanOrEqual(1)
    })
  }
  await waitForLevel(100)
})

test('the ramp ends when a person sets a level', async () => {
  passMinute()
  await vi.waitFor(() => expect(Math.min(...readLevels())).toBeGreaterThan(19))
  await setAll(12)
  for (const _ of minutes) {
    passMinute()
    for (const id of ids) listener.forget(id)
    await order({ name: 'refresh' })
    await waitForLevel(12)
  }
})
