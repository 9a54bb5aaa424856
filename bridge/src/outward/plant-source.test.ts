import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@vigilux/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { machineClock } from '../clock.ts'
import { openPlatform, serial, topic } from '../testing/outward-plant.ts'
import { createLamp, createUnit, plantId, token, type VirtualPlatform } from '../testing/virtual-platform.ts'
import { PlantSource, type SourceEnd } from './plant-source.ts'
import { lampPoints, plantPoints, readLampPoint, readPlantPoint, readUnitPoint, unitPoints } from './points.ts'
import { UnitNumbers } from './unit-numbers.ts'

let platform: VirtualPlatform
let folder: string
let source: PlantSource
let ends: SourceEnd[]

const start = () => {
  source = new PlantSource({
    client: createClient({ server: platform.url, token }),
    plantId,
    numbers: new UnitNumbers(folder, plantId),
    clock: machineClock,
    onChange: () => undefined,
    onSwitched: () => undefined,
    onEnd: (reason) => ends.push(reason),
    print: () => undefined,
  })
  source.start()
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vigilux-source-'))
  platform = await openPlatform()
  ends = []
  start()
  await expect.poll(() => source.state?.isLive).toBe(true)
})
afterEach(async () => {
  source.stop()
  await platform.vanish()
  rmSync(folder, { recursive: true })
})

const plantValue = (id: string) => {
  const point = plantPoints.find((one) => one.id === id)
  return source.state && point && readPlantPoint(point, source.state)
}
const unitValue = (id: string) => {
  const unit = source.state?.units.find((one) => one.topic === topic)
  const point = unitPoints.find((one) => one.id === id)
  return unit && point && readUnitPoint(point, unit)
}
const lampValue = (id: string, addr = 3) => {
  const lamp = source.state?.units.find((one) => one.topic === topic)?.lampById.get(addr)
  const point = lampPoints.find((one) => one.id === id)
  return lamp && point && readLampPoint(point, lamp)
}
const reliable = (value: unknown) => ({ value, reliability: 'reliable' })

it('shows what the platform shows, and each change', async () => {
  expect(plantValue('lamps')).toEqual(reliable(22))
  expect(plantValue('fault')).toEqual(reliable(false))
  expect(unitValue('next-functional-test')).toEqual(reliable(new Date('2026-12-01T05:00:00.000Z')))
  platform.setLamp(topic, 3, { errors: ['battery_short'], condition: 'error' })
  await expect.poll(() => lampValue('fault')).toEqual(reliable(true))
  expect(lampValue('battery-fault')).toEqual(reliable(true))
  expect(lampValue('light-source-fault')).toEqual(reliable(false))
  expect(unitValue('lamp-fault')).toEqual(reliable(true))
  expect(plantValue('lamps-with-fault')).toEqual(reliable(1))
  platform.setUnit(serial, { on_battery: true })
  await expect.poll(() => unitValue('on-battery')).toEqual(reliable(true))
  platform.send('plantCounts', {
    plant_id: plantId,
    condition: 'emergency',
    result: 'pass',
    counts: {
      emergency: 1,
      error: 0,
      offline: 0,
      inhibited: 0,
      warning: 0,
      notExecuted: 0,
      testRunning: 0,
      unknown: 0,
      ok: 0,
    },
    units: { total: 2, connected: 2 },
    lamps: 22,
    attention: [],
  })
  await expect.poll(() => plantValue('condition')).toEqual(reliable('emergency'))
})

it('follows names, one by one and many at once', async () => {
  const nameOf = (addr: number) => source.state?.units[0]?.lampById.get(addr)?.description
  const renamed = { ...createLamp(topic, 3), description: 'Stairs' }
  platform.send('saveLampDescription', { plant_id: plantId, lamp: renamed })
  await expect.poll(() => nameOf(3)).toBe('Stairs')
  const revision = { plant_id: plantId, revision_id: crypto.randomUUID() }
  platform.send('saveLampTexts', { ...revision, lamps: [{ ...createLamp(topic, 4), description: 'Lift' }] })
  await expect.poll(() => nameOf(4)).toBe('Lift')
  platform.lamps = platform.lamps.map((lamp) => ({ ...lamp, description: `Room ${lamp.id}` }))
  platform.send('saveLampTexts', { ...revision, lamps: null })
  await expect.poll(() => [nameOf(3), nameOf(20)]).toEqual(['Room 3', 'Room 20'])
})

it('knows since when a unit has not reported', async () => {
  const event = { plant_id: plantId, cu_id: serial, cu_type: 'logica', cu_connected: true }
  platform.send('keepalive', { ...event, last_seen: '2026-11-30T06:00:00.000Z' })
  await expect.poll(() => source.state?.units[0]?.unit.last_seen).toBe('2026-11-30T06:00:00.000Z')
})

it('marks lamps that do not report, or never did, as unreliable, and the sums that they hide', async () => {
  platform.setLamp(topic, 3, { mode: 'unreachable', condition: 'offline' })
  await expect.poll(() => lampValue('fault')?.reliability).toBe('noContact')
  expect(lampValue('not-reporting')).toEqual(reliable(true))
  expect(unitValue('lamp-fault')).toEqual({ value: false, reliability: 'noContact' })
  expect(plantValue('fault')?.reliability).toBe('noContact')
  expect(plantValue('lamps-not-reporting')).toEqual(reliable(1))
  platform.setLamp(topic, 4, { errors: ['led_open'], condition: 'error' })
  await expect.poll(() => plantValue('fault')).toEqual(reliable(true))
  platform.setLamp(topic, 5, { mode: null, battery: null, condition: 'unknown' })
  await expect.poll(() => lampValue('fault', 5)?.reliability).toBe('neverReported')
  expect(lampValue('battery', 5)?.reliability).toBe('neverReported')
})

it('marks everything of a unit that is away, and reads its lamps again once it is back', async () => {
  platform.setUnit(serial, { connection: 'disconnected', cu_connected: false })
  await expect.poll(() => unitValue('connection')).toEqual(reliable('disconnected'))
  expect(unitValue('fault')?.reliability).toBe('noContact')
  expect(lampValue('fault')?.reliability).toBe('noContact')
  expect(plantValue('units-connected')).toEqual(reliable(1))
  platform.lamps = platform.lamps.map((lamp) => (lamp.id === 3 ? { ...lamp, errors: ['charger'] } : lamp))
  platform.send('keepalive', {
    plant_id: plantId,
    cu_id: serial,
    cu_type: 'logica',
    cu_connected: true,
    last_seen: null,
  })
  await expect.poll(() => lampValue('fault')).toEqual(reliable(true))
})

it('marks everything as unreliable while the platform is away, and reads all states again', async () => {
  platform.refusal = { code: 'STORAGE_UNAVAILABLE', status: 503 }
  platform.dropConnections()
  await expect.poll(() => source.state?.isLive).toBe(false)
  expect(lampValue('not-reporting')?.reliability).toBe('noPlatform')
  expect(plantValue('fault')).toEqual({ value: false, reliability: 'noPlatform' })
  platform.lamps = platform.lamps.map((lamp) => (lamp.id === 3 ? { ...lamp, errors: ['charger'] } : lamp))
  platform.refusal = null
  await expect.poll(() => lampValue('fault')).toEqual(reliable(true))
})

it('marks everything as unreliable when the platform falls silent on an open connection', async () => {
  platform.heartbeatMs = 200
  platform.dropConnections()
  await expect.poll(() => platform.signedIn).toBe(2)
  platform.isFrozen = true
  await expect.poll(() => source.state?.isLive).toBe(false)
  platform.isFrozen = false
  platform.dropConnections()
  await expect.poll(() => source.state?.isLive).toBe(true)
})

it('follows lamps and units that come and go, and never moves a number', async () => {
  const numbers = () => source.state?.units.map((unit) => [unit.topic, unit.number])
  const [first, second] = [topic, 'logica_0A1B2D']
  expect(numbers()).toEqual([
    [first, 1],
    [second, 2],
  ])
  platform.lamps = platform.lamps.filter((lamp) => lamp.cu !== topic || lamp.id !== 3)
  platform.send('lampsReset', { plant_id: plantId, cu: topic })
  await expect.poll(() => lampValue('fault')).toBeUndefined()
  platform.removeUnit(serial)
  await expect.poll(numbers).toEqual([[second, 2]])
  const unit = createUnit('0A1B2E')
  platform.units = [unit, ...platform.units]
  platform.lamps = [...platform.lamps, createLamp('logica_0A1B2E', 1)]
  platform.send('saveCu', { plant_id: plantId, unit })
  await expect.poll(() => source.state?.units.at(-1)?.lamps.length).toBe(1)
  source.stop()
  start()
  await expect.poll(numbers).toEqual([
    [second, 2],
    ['logica_0A1B2E', 3],
  ])
})

it.each([
  ['NOT_SIGNED_IN', 401, 'tokenEnded'],
  ['PLANT_NOT_FOUND', 404, 'plantGone'],
  ['NOT_ALLOWED', 403, 'tokenEnded'],
])('ends when the platform refuses with %s, and calls no more', async (code, status, end) => {
  platform.refusal = { code, status }
  platform.dropConnections()
  await expect.poll(() => ends).toEqual([end])
  expect(source.state?.isLive).toBe(false)
})

it('ends within seconds when the token is revoked', async () => {
  platform.revoke()
  await expect.poll(() => ends).toEqual(['tokenEnded'])
  expect(plantValue('fault')?.reliability).toBe('noPlatform')
})

it('refuses the numbers of another plant, and a damaged file', () => {
  const other = '0192aaaa-0000-7000-8000-000000000002'
  expect(() => new UnitNumbers(folder, other)).toThrow('another plant')
  const path = join(folder, 'unit-numbers.json')
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 20))
  expect(() => new UnitNumbers(folder, plantId)).toThrow('cannot be read')
})
