import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Fleet, openFleet } from '../fleet.ts'
import { openPanelServer } from './panel-server.ts'
import type { PanelState } from './panel-state.ts'

let fleet: Fleet
let panel: Awaited<ReturnType<typeof openPanelServer>>
const unit = 'logica_0A1B2C'
let folder: string

const open = async () => {
  const describedUnit = { type: 'logica', serial: '0A1B2C', lamps: 8, enrolled: true, boundElsewhere: false, seed: 1 }
  // Nothing listens there: a panel also works for an offline unit.
  fleet = openFleet({
    estate: { units: [describedUnit] },
    brokerUrl: 'mqtt://127.0.0.1:1',
    factoryKey: 'k',
    speed: 1,
    isAlive: false,
    memoryFile: join(folder, 'simulator.json'),
  })
  panel = await openPanelServer(fleet, 0)
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vigilux-panel-'))
  await open()
})
afterEach(async () => {
  await panel.close()
  await fleet.close()
  rmSync(folder, { recursive: true })
})

const get = (path: string) => fetch(`http://127.0.0.1:${panel.port}${path}`)
const stateFrom = async (response: Response) => (await response.json()) as PanelState
const post = (path: string, body: unknown) =>
  fetch(`http://127.0.0.1:${panel.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('the panel reports the state of a unit under both paths', async () => {
  for (const path of [`/panel/${unit}`, `/dev/panel/${unit}/state`]) {
    const state = await stateFrom(await get(path))
    expect(state).toMatchObject({ unit, enrolment: 'enrolled', isConnected: false, leds: { ready: 'on' } })
    expect(state.lamps).toHaveLength(8)
  }
})

test('the panel shows the front of a unit as a page', async () => {
  const page = await get(`/dev/panel/${unit}`)
  expect(page.headers.get('content-type')).toContain('text/html')
  const html = await page.text()
  for (const key of ['SEL', 'OK', 'UP', 'DOWN']) expect(html).toContain(`data-key="${key}"`)
  for (const asset of ['panel.css', 'panel.js']) expect((await get(`/dev/panel/assets/${asset}`)).status).toBe(200)
})

test('all four keys reset a unit to factory state', async () => {
  const state = await stateFrom(await post(`/panel/${unit}/press`, { keys: ['SEL', 'OK', 'UP', 'DOWN'] }))
  expect(state).toMatchObject({ enrolment: 'factory', lamps: [], lampsAttached: 8 })
})

test('mains, lamps and behaviour can be broken and repaired', async () => {
  const darkUnit = await stateFrom(await post(`/panel/${unit}/mains`, { on: false }))
  expect(darkUnit).toMatchObject({ isOnBattery: true, leds: { emergency: 'on', ready: 'off' }, waitingRecords: 1 })
  const unitWithBrokenLamp = await stateFrom(
    await post(`/panel/${unit}/lamp-fault`, { addr: 2, faults: ['lamp_failure'] }),
  )
  expect(unitWithBrokenLamp.lamps[1]?.faults).toEqual(['lamp_failure'])
  expect(unitWithBrokenLamp.leds.failure).toBe('on')
  const repairedUnit = await stateFrom(await post(`/panel/${unit}/lamp-fault`, { addr: 2, faults: [] }))
  expect(repairedUnit.leds.failure).toBe('off')
  const script = { name: 'answers-late', ms: 50 }
  expect((await stateFrom(await post(`/panel/${unit}/fault`, { fault: script }))).fault).toEqual(script)
  expect((await stateFrom(await post(`/panel/${unit}/fault`, { fault: null }))).fault).toBeNull()
})

test('faults survive a restart of the simulator without new reports', async () => {
  const emergency = fleet.units.get(unit)!.list.known.find(({ kind }) => kind === 'emergency')!
  const { addr } = emergency
  await post(`/panel/${unit}/lamp-battery`, { addr, lastsS: 29 })
  await post(`/panel/${unit}/lamp-fault`, { addr, faults: ['lamp_failure', 'led_open'] })
  await post(`/panel/${unit}/unit-fault`, { fault: 'fuse', on: true })
  await post(`/panel/${unit}/unit-fault`, { warning: 'battery_low', on: true })
  await post(`/panel/${unit}/fault`, { fault: { name: 'answers-late', ms: 50 } })
  const before = await stateFrom(await post(`/panel/${unit}/mains`, { on: false }))
  const [killedPanel, killedFleet] = [panel, fleet]
  // As after a kill: no orderly end writes anything.
  await open()
  const after = await stateFrom(await get(`/panel/${unit}`))
  await killedPanel.close()
  await killedFleet.close()
  for (const part of ['lamps', 'unitFaults', 'warnings', 'fault', 'isOnBattery', 'waitingRecords'] as const)
    expect([part, after[part]]).toEqual([part, before[part]])
  const lamp = fleet.units.get(unit)?.list.at(addr)
  expect((lamp?.capacity ?? 0) * (lamp?.ratedMin ?? 0) * 60).toBeCloseTo(29)
  const repairedUnit = await stateFrom(await post(`/panel/${unit}/mains`, { on: true }))
  expect([repairedUnit.isOnBattery, repairedUnit.lamps[addr - 1]?.activity]).toEqual([false, 'normal'])
})

test('a one-time fault does not repeat after a restart of the simulator', async () => {
  await post(`/panel/${unit}/fault`, { fault: { name: 'counter-jumps', wh: 1_000 } })
  const ended = [panel, fleet]
  await open()
  await Promise.all(ended.map((one) => one.close()))
  expect((await stateFrom(await get(`/panel/${unit}`))).fault).toBeNull()
})

test('a battery lasts for the configured time', async () => {
  const lamp = fleet.units.get(unit)!.list.known.find(({ kind }) => kind === 'emergency')!
  expect((await post(`/panel/${unit}/lamp-battery`, { addr: lamp.addr, lastsS: 29 })).status).toBe(200)
  expect(lamp.capacity * lamp.ratedMin * 60).toBeCloseTo(29)
  expect((await post(`/panel/${unit}/lamp-battery`, { addr: 99, lastsS: 29 })).status).toBe(404)
})

test('a new battery is full, lasts its rated time and has no faults', async () => {
  const { list } = fleet.units.get(unit)!
  const lamp = list.known.find(({ kind }) => kind === 'emergency')!
  Object.assign(lamp, { capacity: 0.4, charge: 0.1, newAt: 0 })
  await post(`/panel/${unit}/lamp-fault`, { addr: lamp.addr, faults: ['battery_low_voltage', 'led_open'] })
  const newBattery = await stateFrom(await post(`/panel/${unit}/new-battery`, { addr: lamp.addr }))
  expect(newBattery.lamps.find(({ addr }) => addr === lamp.addr)?.faults).toEqual(['led_open'])
  expect(lamp.capacity).toBeGreaterThan(1)
  expect(lamp).toMatchObject({ charge: 1 })
  expect(lamp.newAt).toBeGreaterThan(0)
})

test('the speed of the estate is reported and changes at once', async () => {
  const speedIn = async (answer: Response) => ((await answer.json()) as { speed: number }).speed
  expect(await speedIn(await get('/speed'))).toBe(1)
  for (const speed of [3_600, 1]) expect(await speedIn(await post('/speed', { speed }))).toBe(speed)
  expect(fleet.speed).toBe(1)
})

test('a test completes although the speed changes', async () => {
  await post('/speed', { speed: 60 })
  const { tests, list } = fleet.units.get(unit)!
  for (const lamp of list.known) lamp.charge = 1
  expect(tests.startAutomatic('autonomy')).toEqual({ state: 'done' })
  expect(tests.running).toMatchObject({ test: 'autonomy' })
  await post('/speed', { speed: 3_600 })
  await vi.waitFor(() => expect(tests.running).toBeNull(), { timeout: 20_000 })
})

test('the display turns its pages and remembers the keys', async () => {
  const pressedSelect = await stateFrom(await post(`/panel/${unit}/press`, { keys: ['SEL'] }))
  expect(pressedSelect).toMatchObject({
    lastKeys: ['SEL'],
    page: 'lamps',
    display: ['LAMPS', '8 LISTED', '0 NOT LISTED'],
  })
  const pressedUp = await stateFrom(await post(`/panel/${unit}/press`, { keys: ['UP'] }))
  expect(pressedUp).toMatchObject({ lastKeys: ['UP'], page: 'status' })
})

test('the unit accepts faults, warnings, a clock offset and more lamps', async () => {
  const unitWithFault = await stateFrom(await post(`/panel/${unit}/unit-fault`, { fault: 'fuse', on: true }))
  expect(unitWithFault).toMatchObject({ unitFaults: ['fuse'], leds: { failure: 'on' } })
  expect((await stateFrom(await post(`/panel/${unit}/unit-fault`, { fault: 'fuse', on: false }))).unitFaults).toEqual(
    [],
  )
  const inhibited = await stateFrom(await post(`/panel/${unit}/unit-fault`, { warning: 'system_inhibited', on: true }))
  expect(inhibited.warnings).toEqual(['system_inhibited'])
  expect(inhibited.lamps.some(({ activity }) => activity === 'inhibited')).toBe(true)
  expect((await stateFrom(await post(`/panel/${unit}/clock`, { offsetS: -1200 }))).clockOffsetS).toBe(-1200)
  const attached = await stateFrom(await post(`/panel/${unit}/attach`, { count: 2 }))
  expect(attached).toMatchObject({ lampsAttached: 10, lamps: { length: 8 }, unlisted: { length: 2 } })
})

test.each([
  ['an unknown unit', '/panel/logica_FFFFFF/press', { keys: ['OK'] }, 404],
  ['an unknown action', `/panel/${unit}/constructor`, {}, 404],
  ['a lamp that is not there', `/panel/${unit}/lamp-fault`, { addr: 99, faults: [] }, 404],
  ['a fault that the type cannot report', `/panel/${unit}/unit-fault`, { fault: 'communication_ak', on: true }, 404],
  ['a lamp fault that the type cannot report', `/panel/${unit}/lamp-fault`, { addr: 1, faults: ['uv_tube'] }, 404],
  ['a device that is not around', `/panel/${unit}/bluetooth`, { mac: 'D40000000000', inSight: true }, 404],
  ['a speed of nothing', '/speed', { speed: 0 }, 400],
  ['a speed beyond the greatest', '/speed', { speed: 3_601 }, 400],
  ['a new battery for a lamp that is not there', `/panel/${unit}/new-battery`, { addr: 99 }, 404],
  ['a fault that does not exist', `/panel/${unit}/unit-fault`, { fault: 'smoke', on: true }, 400],
  ['a key that is not there', `/panel/${unit}/press`, { keys: ['ESC'] }, 400],
  ['an unknown misbehaviour', `/panel/${unit}/fault`, { fault: { name: 'explodes' } }, 400],
])('the panel refuses %s', async (_, path, body, status) => {
  expect((await post(path, body)).status).toBe(status)
})
