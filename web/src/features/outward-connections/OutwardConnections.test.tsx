import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type {
  OutwardBridge,
  OutwardConnection,
} from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { realtimePatches } from '../../realtime-patches.ts'
import { recordServerTime } from '../../shared/plant/server-clock.ts'
import { EventBuffer } from '../../shared/realtime/realtime.ts'
import { id } from '../../testing/access-tokens.ts'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import { OutwardConnections } from './OutwardConnections.tsx'

const ago = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString()

beforeEach(() => recordServerTime(new Date().toISOString()))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const bacnet = (change: Partial<Extract<OutwardConnection, { kind: 'bacnet' }>> = {}): OutwardConnection => ({
  kind: 'bacnet',
  address: '0.0.0.0:47808',
  state: 'open',
  failure: null,
  clients: 2,
  deviceInstance: 470_112,
  lamps: 318,
  since: ago(3_600),
  lastReadAt: ago(4),
  on: true,
  ...change,
})
const modbus: OutwardConnection = {
  kind: 'modbus',
  address: '192.0.2.20:502',
  state: 'open',
  failure: null,
  clients: 1,
  lastRegister: 1_272,
  since: ago(3_600),
  lastReadAt: ago(4),
  on: true,
}
const mqtt = (change: Partial<Extract<OutwardConnection, { kind: 'mqtt' }>> = {}): OutwardConnection => ({
  kind: 'mqtt',
  address: 'mqtt.bellavista.test:8883',
  state: 'failed',
  failure: 'passwordRefused',
  prefix: 'homeassistant',
  since: ago(600),
  on: true,
  ...change,
})
const bridgeWith = (connections: OutwardConnection[], change: Partial<OutwardBridge> = {}): OutwardBridge => ({
  token: { id: id(5), name: 'BMS east wing', scopes: ['read'], end: null },
  host: 'bellavista-pi',
  version: '0.1.0',
  reportedAt: ago(1),
  units: [{ topic: 'imagined_0A1B2C', number: 3 }],
  connections,
  ...change,
})

const open = async (bridges: OutwardBridge[], role: PlantRole = 'installerAdministrator') => {
  let current = bridges
  const details = plantWith({ plant: { role } })
  const page = await renderInPlant(<OutwardConnections plant={details.plant} />, details, ({ action }) => {
    const answers: Record<string, unknown> = {
      getOutwardConnections: { bridges: current, servedAt: new Date().toISOString() },
      getWebhooks: { webhooks: [] },
      switchOutwardConnection: { off: ['bacnet'] },
    }
    return answers[action] ?? {}
  })
  return {
    ...page,
    callsOf: (name: string) => page.calls.filter(({ action }) => action === name),
    changeElsewhere: (changed: OutwardBridge[]) => {
      current = changed
    },
  }
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement)
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('each connection says what it offers, who reads it, and which token it uses', async () => {
  await open([bridgeWith([bacnet(), modbus])])
  const row = await rowOf('BACnet/IP')
  row.getByText('Device 470112 · port 47808 · 318 lamps as objects')
  row.getByText('BMS east wing')
  row.getByText('Read')
  row.getByText('2 clients read it')
  row.getByText(/^last read (just now|\d\ss ago)$/)
  ;(await rowOf('Modbus TCP')).getByText('192.0.2.20:502 · registers 0 to 1,272')
  ;(await rowOf('Webhooks')).getByText('None')
  screen.getByText(/^Bridge 0\.1\.0 on “bellavista-pi”, connected, (just now|\d\ss ago)$/)
  screen.getByText('When the bridge loses the line, values are marked unreliable after 10 s.')
})

test('a failure names its cause, and the repair on the site computer', async () => {
  await open([bridgeWith([mqtt()])])
  const row = await rowOf('MQTT discovery')
  row.getByText('Broker refuses the password')
  row.getByText(/^since today/)
  fireEvent.click(row.getByRole('button', { name: 'Enter password' }))
  const repair = await dialog('Broker refuses the password')
  repair.getByText(/On “bellavista-pi” .* OUTWARD_MQTT_USER, OUTWARD_MQTT_PASSWORD_FILE/)
})

test('a silent bridge is grey with its last word, and claims nothing else', async () => {
  await open([bridgeWith([bacnet()], { reportedAt: ago(26) })])
  const row = await rowOf('BACnet/IP')
  row.getByText(/^No word from the bridge since today/)
  expect(row.queryByText('2 clients read it')).toBeNull()
  screen.getByText(/^No word from the bridge on “bellavista-pi” since .* Values are marked unreliable\.$/)
  expect(screen.queryByText(/connected,/)).toBeNull()
})

test('the administrator switches a connection, which says that the bridge has yet to follow', async () => {
  const { callsOf, queries, changeElsewhere } = await open([bridgeWith([bacnet()])])
  const control = await screen.findByRole('switch', { name: 'BACnet/IP of “bellavista-pi”' })
  fireEvent.click(control)
  await waitFor(() =>
    expect(callsOf('switchOutwardConnection')).toMatchObject([{ plantId, tokenId: id(5), kind: 'bacnet', on: false }]),
  )
  changeElsewhere([bridgeWith([bacnet({ on: false })])])
  const events = new EventBuffer(queries, realtimePatches)
  events.add({ action: 'outwardConnections', data: { plant_id: plantId, switched: true } })
  ;(await rowOf('BACnet/IP')).getByText('2 clients read it')
  await screen.findByText('Closing')
  changeElsewhere([bridgeWith([bacnet({ on: false, state: 'off' })])])
  events.add({ action: 'outwardConnections', data: { plant_id: plantId, switched: false } })
  await screen.findByText('Off')
})

test.each(['installerStaff', 'clientOwner'] as const)('%s reads the position of a switch', async (role) => {
  const { callsOf } = await open([bridgeWith([bacnet()])], role)
  ;(await rowOf('BACnet/IP')).getByText('On')
  screen.getByText('Only the installer administrator changes these connections.')
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add a connection' })).toBeNull()
  expect(callsOf('getWebhooks')).toEqual([])
})

test('an ended token stops its connections, and a new one is one step away', async () => {
  const token = { ...bridgeWith([]).token, end: { at: '2026-11-10T10:00:00.000Z', reason: 'revoked' as const } }
  await open([bridgeWith([bacnet()], { token })])
  const row = await rowOf('BACnet/IP')
  row.getByText('Stopped: token ended 10 Nov')
  fireEvent.click(row.getByRole('button', { name: 'Choose a token' }))
  const steps = await dialog('New token for “bellavista-pi”')
  steps.getByText('/etc/vigilux/outward.token')
  fireEvent.click(steps.getByRole('button', { name: 'Create a token' }))
  await dialog('New token')
})

test('a new connection is led from the token to the settings, which hold no secret', async () => {
  await open([])
  await screen.findByText('No bridge on site has reported yet.')
  fireEvent.click(screen.getByRole('button', { name: 'Add a connection' }))
  const steps = await dialog('Add a connection')
  const settings = () => steps.getByText(/^OUTWARD_SERVER=/).textContent ?? ''
  expect(settings()).toContain(`OUTWARD_PLANT=${plantId}`)
  expect(settings()).not.toContain('MODBUS')
  fireEvent.click(steps.getByRole('checkbox', { name: 'MQTT discovery' }))
  expect(settings()).toContain('OUTWARD_MQTT_PASSWORD_FILE=/etc/vigilux/outward-mqtt.password')
  expect(settings()).not.toMatch(/(?:TOKEN|PASSWORD)=/)
})

test.each([
  ['BACnet/IP', 'Objects', 'Objects of BACnet/IP', '30000–39999'],
  ['Modbus TCP', 'Registers', 'Registers of Modbus TCP', '3'],
])('%s lists where each unit is found', async (name, button, title, place) => {
  await open([bridgeWith([bacnet(), modbus])])
  fireEvent.click((await rowOf(name)).getByRole('button', { name: button }))
  const points = await dialog(title)
  expect(points.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Main', place])
})

test('on a phone a row has two lines and its switch, and its button once it is opened', async () => {
  stubPhone()
  await open([bridgeWith([bacnet()])])
  const row = await rowOf('BACnet/IP')
  row.getByText('2 clients read it')
  row.getByRole('switch', { name: 'BACnet/IP of “bellavista-pi”' })
  expect(row.queryByRole('button', { name: 'Objects' })).toBeNull()
  fireEvent.click(row.getByRole('button', { name: 'BACnet/IP', expanded: false }))
  row.getByRole('button', { name: 'Objects' })
  row.getByText('BMS east wing')
})

test('a silent connection beside a live one of the same site computer has a line of its own', async () => {
  const token = { ...bridgeWith([]).token, id: id(6), name: 'Smart rooms' }
  await open([bridgeWith([bacnet()]), bridgeWith([mqtt()], { token, reportedAt: ago(60) })])
  ;(await rowOf('BACnet/IP')).getByText('2 clients read it')
  ;(await rowOf('MQTT discovery')).getByText(/^No word from the bridge since/)
  screen.getByText(/^No word from the bridge on/)
  screen.getByText(/connected, (just now|\d\ss ago)$/)
})

test('the repair closes when the connection recovers, and nothing else opens', async () => {
  const { queries, changeElsewhere } = await open([bridgeWith([mqtt()])])
  fireEvent.click((await rowOf('MQTT discovery')).getByRole('button', { name: 'Enter password' }))
  await dialog('Broker refuses the password')
  changeElsewhere([bridgeWith([mqtt({ state: 'open', failure: null })])])
  const events = new EventBuffer(queries, realtimePatches)
  events.add({ action: 'outwardConnections', data: { plant_id: plantId, switched: false } })
  await screen.findByText('Connected')
  expect(screen.queryByRole('dialog')).toBeNull()
})
