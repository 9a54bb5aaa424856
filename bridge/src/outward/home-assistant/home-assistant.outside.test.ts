import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect as connectTcp, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { deviceDiscovery, discoveryTopic, isState } from '../../testing/home-assistant-schema.ts'
import { openOutward, openPlatform, serial, topic } from '../../testing/outward-plant.ts'
import { plantId, type VirtualPlatform } from '../../testing/virtual-platform.ts'

/** The plant on Mosquitto, as Home Assistant sees it. */

let folder: string
let broker: ChildProcess
let port: number
/** Retained messages of the broker, as a client sees them. */
let seen: Map<string, string>
let observer: MqttClient
let platform: VirtualPlatform
let outward: Awaited<ReturnType<typeof openOutward>>

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return free
}

const isListening = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket.destroy() !== undefined))
    socket.once('error', () => resolve(false))
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vigilux-mosquitto-'))
  port = await freePort()
  const config = join(folder, 'mosquitto.conf')
  writeFileSync(config, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`)
  broker = spawn('/usr/sbin/mosquitto', ['-c', config], { stdio: 'ignore' })
  await vi.waitUntil(isListening, { timeout: 20_000 })
})
afterAll(() => {
  broker.kill()
  rmSync(folder, { recursive: true })
})

const url = () => `mqtt://127.0.0.1:${port}`
const settings = () => ({ url: url(), user: null, password: null, ca: null, prefix: 'homeassistant' })
const open = async (changes: Parameters<typeof openOutward>[0] = {}) => {
  outward = await openOutward({ mqtt: settings(), ...changes }, platform)
}

beforeEach(async () => {
  seen = new Map()
  platform = await openPlatform()
  observer = await mqtt.connectAsync(url())
  observer.on('message', (name, payload) => seen.set(name, payload.toString()))
  await observer.subscribeAsync('#')
  await open()
  await expect.poll(() => seen.has(configOf(topic))).toBe(true)
})
afterEach(async () => {
  await outward.close()
  // The next test begins with an empty broker.
  for (const name of seen.keys()) await observer.publishAsync(name, '', { retain: true, qos: 1 })
  await observer.endAsync()
})

const configOf = (key: string): string => `homeassistant/device/vigilux_${plantId}_${key}/config`
const discovery = (key: string): z.infer<typeof deviceDiscovery> =>
  deviceDiscovery.parse(JSON.parse(seen.get(configOf(key)) ?? 'null'))
const base = `vigilux/${plantId}`
const stateOf = (entity: string, key = topic) => seen.get(`${base}/${key}/${entity}`)

it('makes a device of the plant and of each unit, with states that their entities understand', async () => {
  await expect.poll(() => stateOf('lamp_2', 'logica_0A1B2D')).toBe('OFF')
  const configs = [...seen].filter(([name]) => name.startsWith('homeassistant/'))
  expect(configs.map(([name]) => name).sort()).toEqual(
    ['logica_0A1B2C', 'logica_0A1B2D', 'plant'].map((key) => configOf(key)),
  )
  const ids: string[] = []
  for (const [name, payload] of configs) {
    expect(name).toMatch(discoveryTopic)
    const { components } = deviceDiscovery.parse(JSON.parse(payload))
    for (const component of Object.values(components)) {
      if (!('state_topic' in component)) continue
      ids.push(component.unique_id)
      expect([component.state_topic, isState(component, seen.get(component.state_topic) ?? '')]).toEqual([
        component.state_topic,
        true,
      ])
      for (const { topic: available } of component.availability) expect(seen.get(available)).toBe('online')
    }
  }
  expect(new Set(ids).size).toBe(ids.length)
  const { device, components } = discovery(topic)
  expect(device).toMatchObject({ identifiers: [`vigilux_${topic}`], name: 'Unit 0A1B2C', serial_number: serial })
  expect(Object.keys(components)).toEqual(
    expect.arrayContaining(['problem', 'battery_fault', 'connectivity', 'next_functional_test', 'lamp_20']),
  )
  expect(stateOf('next_functional_test')).toBe('2026-12-01T05:00:00.000Z')
  expect(stateOf('next_autonomy_test')).toBe('None')
})

it('follows states and names, and marks unknown values', async () => {
  platform.setLamp(topic, 3, { errors: ['battery_short'], description: 'Stairs' })
  await expect.poll(() => [stateOf('lamp_3'), stateOf('problem'), stateOf('battery_fault')]).toEqual(['ON', 'ON', 'ON'])
  await expect.poll(() => discovery(topic).components.lamp_3).toMatchObject({ name: 'Stairs' })
  platform.setUnit(serial, { description: 'East wing' })
  await expect.poll(() => discovery(topic).device.name).toBe('East wing')
  platform.setLamp(topic, 4, { mode: 'unreachable' })
  await expect.poll(() => stateOf('lamp_4')).toBe('None')
  platform.setUnit(serial, { connection: 'disconnected', cu_connected: false })
  await expect.poll(() => [stateOf('availability'), stateOf('connectivity')]).toEqual(['offline', 'OFF'])
  expect(stateOf('availability', 'logica_0A1B2D')).toBe('online')
  platform.refusal = { code: 'STORAGE_UNAVAILABLE', status: 503 }
  platform.dropConnections()
  await expect.poll(() => seen.get(`${base}/availability`)).toBe('offline')
  platform.refusal = null
  await expect.poll(() => seen.get(`${base}/availability`)).toBe('online')
})

it('takes away what has gone, also while it was off', async () => {
  const removals: string[] = []
  observer.on('message', (name, payload) => {
    if (name !== configOf(topic) || payload.length === 0) return
    const { components } = deviceDiscovery.parse(JSON.parse(payload.toString()))
    removals.push(...Object.keys(components).filter((key) => Object.keys(components[key] ?? {}).length === 1))
  })
  platform.lamps = platform.lamps.filter(({ cu, id }) => cu !== topic || id !== 20)
  platform.send('lampsReset', { plant_id: plantId, cu: topic })
  await expect.poll(() => discovery(topic).components.lamp_20).toBeUndefined()
  expect(removals).toEqual(['lamp_20'])
  expect(stateOf('lamp_20')).toBe('')
  await outward.stop()
  expect(seen.get(configOf('logica_0A1B2D'))).not.toBe('')
  platform.removeUnit('0A1B2D')
  await open({ state: outward.folder })
  await expect.poll(() => seen.get(configOf('logica_0A1B2D'))).toBe('')
  expect(stateOf('problem', 'logica_0A1B2D')).toBe('')
})

it('removes everything when the token is revoked', async () => {
  platform.revoke()
  await expect.poll(outward.end).toBe('tokenEnded')
  const left = () => [...seen].filter(([, payload]) => payload !== '')
  await expect.poll(left).toEqual([[`${base}/availability`, 'offline']])
})

const entitiesLeft = () => [...seen].filter(([name, payload]) => payload !== '' && name !== `${base}/availability`)

it('removes everything when it is switched off, and publishes it again when it is switched on', async () => {
  platform.switchOff('mqtt')
  await expect.poll(entitiesLeft).toEqual([])
  expect(seen.get(`${base}/availability`)).toBe('offline')
  await expect.poll(() => platform.reported?.connections).toMatchObject([{ kind: 'mqtt', state: 'off' }])
  platform.switchOff()
  await expect.poll(() => stateOf('lamp_20')).toBe('OFF')
  await expect.poll(() => platform.reported?.connections).toMatchObject([{ kind: 'mqtt', state: 'open' }])
})

it('removes what a broker still holds when it was switched off while the bridge was away', async () => {
  await outward.stop()
  expect(entitiesLeft()).not.toEqual([])
  platform.off = ['mqtt']
  await open({ state: outward.folder })
  await expect.poll(entitiesLeft).toEqual([])
})

it('says offline by its will when its connection is lost', async () => {
  await expect.poll(() => seen.get(`${base}/availability`)).toBe('online')
  const other = await mqtt.connectAsync(url(), { clientId: `vigilux-${plantId}` })
  await expect.poll(() => seen.get(`${base}/availability`)).toBe('offline')
  await other.endAsync()
  await expect.poll(() => seen.get(`${base}/availability`)).toBe('online')
})

it('has buttons only where commands are on, and starts a test only once it is pressed', async () => {
  expect(Object.keys(discovery(topic).components).filter((key) => key.startsWith('button'))).toEqual([])
  const command = `${base}/${topic}/test/set`
  await observer.publishAsync(command, 'functionalTest', { retain: true })
  await outward.stop()
  platform.mayOperate = true
  await open({ commands: true, state: outward.folder })
  await expect.poll(() => Object.keys(discovery(topic).components)).toContain('button_functionalTest')
  expect(platform.calls.some(({ action }) => action === 'ftest')).toBe(false)
  await observer.publishAsync(command, '', { retain: true })
  await observer.publishAsync(command, 'explode')
  await observer.publishAsync(command, 'functionalTest')
  await expect.poll(() => stateOf('test')).toBe('functionalTest')
  expect(platform.calls.filter(({ action }) => action === 'ftest')).toHaveLength(1)
  await observer.publishAsync(command, 'none')
  await expect.poll(() => stateOf('test')).toBe('none')
})
