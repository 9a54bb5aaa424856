import { readFileSync } from 'node:fs'
import { emptyDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { decodeDeviceMessage } from '@vigilux/device-plane/device-messages.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

/** Every number of a unit's message, at its limits, goes through the inbox into the database. */

const limits = [
  0,
  -0,
  -1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53 - 1,
  -(2 ** 53 - 1),
  1e308,
  -1e308,
  5e-324,
]
const fillers = ['0', '9', 'F', '7']

/** Replacements of one value: the limits of a number, or repeated digits for a text with digits. */
const variantsOfValue = (value: unknown): unknown[] => {
  if (typeof value === 'number') return limits
  if (typeof value === 'string') return fillers.map((digit) => value.replaceAll(/[0-9A-F]/g, digit))
  return []
}

/** Every variant of a message with one leaf at a limit. */
const variantsOf = (value: unknown): unknown[] => {
  if (value === null || typeof value !== 'object') return variantsOfValue(value)
  return Object.keys(value).flatMap((key) =>
    variantsOf((value as Record<string, unknown>)[key]).map((variant) => {
      const copy = structuredClone(value) as Record<string, unknown>
      copy[key] = variant
      return copy
    }),
  )
}

const lineBus = { powered: true, since: '2026-03-02T09:00:00Z', answering: 4, load: 40, roundS: 30 }
const lineScan = {
  line: 1,
  kind: 'scan',
  state: 'ended',
  reason: null,
  startedAt: '2026-03-02T09:00:00Z',
  endedAt: '2026-03-02T09:01:00Z',
  asked: 64,
  gears: [{ address: 1, serial: '0A1B2C83', state: 'known' }],
  unaddressed: 1,
  commissioned: 0,
}
const gear = {
  shortAddress: 0,
  pairedWith: 1,
  gtin: '4052899012345',
  identification: '0000000012AB34CD',
  recognisable: true,
  edition: 2,
  deviceTypes: [1],
  pending: { functional: null, autonomy: 'charging' },
  ownTests: { functionalDays: 7, autonomyWeeks: 52, timeoutDays: 7 },
  readAt: '2026-03-02T09:00:00Z',
}
const fullDetail = {
  ...emptyDetail,
  ratedHours: 1.5,
  functional: { next: '2026-04-01T02:00:00Z', period: null, deferred: false },
  gsm: { state: 'registered', operator: null, signal: -70 },
  inputs: [{ number: 1, on: true }],
  contacts: [{ number: 1, signal: 'off', conjunction: 'or', activationDelayS: 5 }],
  bluetooth: [
    {
      mac: 'A1B2C3D4E5F6',
      serial: null,
      kind: 'lamp',
      inSight: true,
      validated: null,
      reason: null,
      signal: -60,
      lastSeen: '2026-03-02T09:00:00Z',
    },
  ],
  lines: [{ number: 1, state: 'ok', lamps: 4, voltage: 230, current: 1, insulation: 500, bus: lineBus }],
  busGateway: { address: '192.0.2.20', name: null, connected: true, since: '2026-03-02T09:00:00Z' },
  lineScans: [lineScan],
  chargers: [{ number: 1, state: 'ok', voltage: 54, current: 1, temperature: 20 }],
  modules: [
    {
      kind: 'IO',
      number: 1,
      id: 'A1',
      state: 'ok',
      firmware: null,
      channels: [{ number: 1, on: true }],
      power: 1,
      temperature: 20,
    },
  ],
  battery: { voltage: 54, current: 1, temperature: 20, charge: 90, autonomyMin: 60 },
  configurationMode: 1,
}
const fullLampDetail = {
  addr: 1,
  power: 4,
  energy: 10,
  onHours: 5,
  line: 1,
  params: { opticom: 50, durataTest: 30, uvOxyTimer: 5, uvOxyFanSpeed: 1 },
  allows: { autonomy: [1, 3] },
  gear,
}

let server: TestServer
let plantId: string
beforeAll(async () => {
  server = await createTestServer()
  const installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  await server.create.unit(plantId)
})
afterAll(() => server.stop())

/** The clock is as wrong as possible: the times are at their limit, too. */
const at = '9999-12-31T23:59:59Z'
const life = 'a11fea11fea11fe0'
let seq = 0
const createEnvelope = () => {
  seq += 1
  return { life, boot: 1, seq, at }
}
const accept = (unit: string, channel: string, payload: string) =>
  server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(payload))
const isReadable = (unit: string, channel: string, payload: string) => {
  const reading = { readAt: server.clock.now(), retained: false }
  try {
    return decodeDeviceMessage(unitTypes, `v1/${unit}/up/${channel}`, Buffer.from(payload), reading) !== null
  } catch {
    return false
  }
}

const isStored = async (unit: string, record: number) => {
  const { rows } = await server.database.pool.query('select 1 from unit_record where unit = $1 and seq = $2', [
    unit,
    record,
  ])
  return rows.length === 1
}

describe.each(Object.entries(unitTypes))('every field of %s at its limits', (name, type) => {
  type Golden = { wire: unknown; kind?: string }
  const fixture = (file: string): Golden[] =>
    JSON.parse(
      readFileSync(
        new URL(`../../../device-plane/src/central-units/${name}/fixtures/${file}.json`, import.meta.url),
        'utf8',
      ),
    )
  const unit = unitId(name, '0A1B2D'.slice(0, type.facts.serialDigits))

  const messages = (): [channel: string, payload: string][] => {
    const bodies = (file: string) =>
      fixture(file).flatMap(({ wire, kind }) => variantsOf(wire).map((body) => ({ body, kind })))
    const [shadow] = fixture('shadow')
    const [state] = fixture('state')
    const createLetter = (channel: string, overrides: object): [string, string] => [
      channel,
      JSON.stringify({ ...createEnvelope(), ...overrides }),
    ]
    return [
      ...bodies('shadow').map(({ body }) => createLetter('shadow', { body })),
      ...bodies('state').map(({ body }) => createLetter('state', { body })),
      ...bodies('records').map(({ body, kind }) => createLetter('record', { body, kind })),
      ...variantsOf(fullDetail).map((detail) => createLetter('shadow', { body: shadow?.wire, detail })),
      ...variantsOf(fullLampDetail).map((detail) => createLetter('state', { body: state?.wire, lampDetail: [detail] })),
      ...variantsOf([7]).map((lampList) => createLetter('state', { body: state?.wire, lampList })),
      ...limits.map((number) => createLetter('shadow', { body: shadow?.wire, seq: number })),
      ...limits.map((number) => createLetter('state', { body: state?.wire, boot: number })),
      ...limits.map((number): [string, string] => [
        'online',
        JSON.stringify({ life, boot: number, connection: number, online: true, at }),
      ]),
    ]
  }

  it('is refused or stored without affecting another unit', async () => {
    await server.create.unit(plantId, name, unit.split('_')[1] ?? '')
    const readableMessages = messages().filter(([channel, payload]) => isReadable(unit, channel, payload))
    expect(readableMessages.length).toBeGreaterThan(100)
    const persisted = server.persisted()
    const readableSeq = seq + 1
    await Promise.all([
      ...readableMessages.map(([channel, payload]) => accept(unit, channel, payload)),
      accept('logica_0A1B2C', 'record', JSON.stringify({ ...createEnvelope(), kind: 'mains', body: { on: 0 } })),
    ])
    expect(server.persisted() - persisted).toBe(readableMessages.length + 1)
    expect(server.drops).toEqual([])
    expect(await isStored('logica_0A1B2C', readableSeq)).toBe(true)
  }, 60_000)
})
