import { randomUUID } from 'node:crypto'
import type { UnitCommand, UnitCommandName } from '@vigilux/device-plane/commands.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import type { VirtualUnit } from '@vigilux/simulator/core/virtual-unit.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openUnitListener, type UnitListener } from './unit-listener.ts'

/** Every command of every type goes to a virtual unit over the broker, and the unit's messages show its effect. */

type Body<Name extends UnitCommandName> = Omit<Extract<UnitCommand, { name: Name }>, 'name'>
type Scene = { listener: UnitListener; id: string; unit: VirtualUnit }
type Case<Name extends UnitCommandName> = {
  /** The preparation, at the unit or by other commands. */
  before?: (scene: Scene) => unknown
  body: (scene: Scene) => Body<Name>
  /** Throws until the effect is visible. */
  expectSeen: (scene: Scene) => void
}

const emptyBody = () => ({})
const inOneHour = new Date(Date.now() + 3_600_000).toISOString()
const lampDetail = ({ listener, id }: Scene, addr: number) => listener.lampDetails(id).get(addr)
const lamp = ({ listener, id }: Scene, addr: number) => listener.lamps(id).get(addr)
const detail = ({ listener, id }: Scene) => listener.detail(id)
const bluetooth = (scene: Scene, mac: string) => detail(scene)?.bluetooth.find((device) => device.mac === mac)
const isDone = (listener: UnitListener, command: string) =>
  vi.waitFor(() => expect(listener.lastResponse(command)).toMatchObject({ state: 'done' }))
const order = async ({ listener, id }: Scene, command: UnitCommand): Promise<void> =>
  isDone(listener, await listener.send(id, command))
const emergencyLampOf = (unit: VirtualUnit) => unit.list.known.find(({ kind }) => kind === 'emergency')!
const emergencyLamp = ({ unit }: Scene): number => emergencyLampOf(unit).addr
const distantMac = ({ unit }: Scene): string => unit.bluetooth.around.find(({ inSight }) => !inSight)!.mac
const nearMac = ({ unit }: Scene): string => unit.bluetooth.around.find(({ inSight }) => inSight)!.mac
const testId = randomUUID()
const stoppedTestId = randomUUID()

const cases: { [Name in UnitCommandName]: Case<Name> } = {
  statusQuery: {
    before: ({ listener, id }) => listener.forget(id),
    body: emptyBody,
    expectSeen: ({ listener, id }) => expect(listener.states(id).at(-1)?.unit).not.toBeNull(),
  },
  refresh: {
    before: ({ listener, id }) => listener.forget(id),
    body: emptyBody,
    expectSeen: ({ listener, id, unit }) => {
      expect(listener.lampList(id)).toEqual(unit.list.known.map(({ addr }) => addr))
      expect(listener.lamps(id).size).toBe(unit.list.known.length)
      expect(listener.detail(id)?.mainId).toBe(unit.serial)
    },
  },
  keypressSimulation: {
    body: () => ({ keys: ['SEL'] }),
    expectSeen: ({ unit }) => expect(unit.keypad).toMatchObject({ lastKeys: ['SEL'], page: 'lamps' }),
  },
  setCuName: {
    body: () => ({ cuName: 'Halle 3' }),
    expectSeen: (scene) => expect(detail(scene)?.name).toBe('Halle 3'),
  },
  setClock: {
    before: ({ unit }) => unit.setClock(1_200),
    body: () => ({ at: new Date().toISOString(), utcOffsetMin: -90 }),
    expectSeen: ({ listener, id, unit }) => {
      expect(Math.abs(unit.clock.aheadS)).toBeLessThan(5)
      expect(listener.shadow(id).utcOffsetMin).toBe(-90)
    },
  },
  setAdvanced: {
    body: () => ({ flags: { buzzer: false } }),
    expectSeen: (scene) => expect(detail(scene)?.flags).toMatchObject({ buzzer: false, keypadLock: false }),
  },
  configLogica: {
    before: ({ unit }) => unit.attach(1),
    body: () => ({ modalita_config_logica: 2 }),
    expectSeen: (scene) => {
      expect(detail(scene)).toMatchObject({ configurationMode: 2, orphanNodes: [] })
      expect(scene.unit.search.network.state).toBe('complete')
      const [newLamp] = scene.unit.list.attached.slice(-1)
      if (scene.unit.lamps.length > 1) expect(lamp(scene, newLamp!.addr)?.serial).toBe(newLamp!.serial)
    },
  },
  config: {
    body: () => ({ num_lamp: 30, ore_autonomia: 3 }),
    expectSeen: (scene) => {
      expect(scene.listener.shadow(scene.id).lampsConfigured).toBe(30)
      expect(detail(scene)?.ratedHours).toBe(3)
      expect(scene.listener.states(scene.id).at(-1)?.unit?.warnings).toContain('fewer_lamps_than_configured')
    },
  },
  createNetwork: {
    // Messages before the search look like messages after it.
    before: ({ listener, id }) => listener.forget(id),
    body: ({ unit }) => ({ plantCode: unit.wire.facts.hasRadioNetwork ? 92 : null }),
    expectSeen: ({ listener, id, unit }) => {
      expect(listener.shadow(id).network.state).toBe('completed')
      expect(listener.lamps(id).size).toBe(unit.lamps.length)
    },
  },
  ftest: {
    body: (scene) => ({ testId, test: 'functional', lamps: [emergencyLamp(scene)] }),
    expectSeen: ({ listener, id }) => expect(listener.records(id).at(-1)).toMatchObject({ kind: 'testEnded', testId }),
  },
  stopTest: {
    before: (scene) => {
      // At equal speed a test would end before the stop command.
      for (const lamp of scene.unit.list.known) lamp.durataTestS = 600_000
      return order(scene, { name: 'ftest', testId: stoppedTestId, test: 'functional', lamps: 'all' })
    },
    body: () => ({ testId: stoppedTestId }),
    expectSeen: ({ listener, id, unit }) => {
      for (const lamp of unit.list.known) lamp.durataTestS = 30
      expect(listener.records(id).at(-1)).toMatchObject({
        kind: 'testEnded',
        testId: stoppedTestId,
        outcome: 'stopped',
      })
    },
  },
  identify: {
    body: () => ({ lamp: 2, seconds: 600 }),
    expectSeen: ({ unit }) => expect(unit.list.at(2)!.blinksUntil).toBeGreaterThan(Date.now()),
  },
  stop_blink: {
    body: () => ({ lamp: 2 }),
    expectSeen: ({ unit }) => expect(unit.list.at(2)!.blinksUntil).toBeLessThanOrEqual(Date.now()),
  },
  setLampName: {
    body: () => ({ lamp: 2, lampName: 'Treppe 1. OG' }),
    expectSeen: (scene) => expect(lampDetail(scene, 2)?.name).toBe('Treppe 1. OG'),
  },
  setParam: {
    body: (scene) => ({ lamp: emergencyLamp(scene), params: { opticom: 55, parity: 'even', function: 'switchable' } }),
    expectSeen: (scene) => {
      const addr = emergencyLamp(scene)
      expect(lampDetail(scene, addr)?.params).toMatchObject({ opticom: 55, parity: 'even', function: 'switchable' })
      expect(lamp(scene, addr)).toMatchObject({ levelPercent: 55, parity: 'even', function: 'switchable' })
    },
  },
  setMultiParam: {
    body: (scene) => ({ page: 0, indexes: [emergencyLamp(scene)], params: { durataTest: 45 } }),
    expectSeen: (scene) => expect(lampDetail(scene, emergencyLamp(scene))?.params.durataTest).toBe(45),
  },
  setGroup: {
    before: ({ unit }) => Object.assign(unit.list.at(3)!, { groups: 0b1 }),
    body: () => ({ page: 0, indexes: [3], group: 16 }),
    expectSeen: (scene) => expect(lamp(scene, 3)?.groups).toEqual([1, 16]),
  },
  removeGroup: {
    before: ({ unit }) => Object.assign(unit.list.at(3)!, { groups: 0b101 }),
    body: () => ({ page: 0, indexes: [3], group: 3 }),
    expectSeen: (scene) => expect(lamp(scene, 3)?.groups).toEqual([1]),
  },
  setMultiGroup: {
    before: (scene) => order(scene, { name: 'setBatch', param: '01' }),
    body: () => ({ page: 0, payload: '8001'.repeat(32) }),
    // Held back: nothing is visible before the batch ends.
    expectSeen: ({ unit }) => {
      expect(unit.batch.isOpen).toBe(true)
      expect(unit.list.at(4)!.groups).not.toBe(0x8001)
    },
  },
  setBatch: {
    before: async (scene) => {
      await order(scene, { name: 'setBatch', param: '01' })
      await order(scene, { name: 'setMultiGroup', page: 0, payload: '0018'.repeat(32) })
    },
    body: () => ({ param: '03' }),
    expectSeen: (scene) => {
      expect(scene.unit.batch.isOpen).toBe(false)
      for (const { groups } of scene.listener.lamps(scene.id).values()) expect(groups).toEqual([4, 5])
    },
  },
  setLgSerialId: {
    body: () => ({ page: 0, lampId: [{ index: 30, serial: 'A1B2C301' }] }),
    expectSeen: (scene) => {
      expect(lamp(scene, 30)).toMatchObject({ serial: 'A1B2C301', mode: 'unreachable', errors: ['communication'] })
    },
  },
  deleteLgSerialId: {
    body: () => ({ page: 0, indexes: [4, 30] }),
    expectSeen: (scene) => {
      expect(lamp(scene, 4)).toBeUndefined()
      expect(lamp(scene, 5)).toBeDefined()
      expect(lampDetail(scene, 5)).toBeDefined()
    },
  },
  substituteLogicaFM: {
    before: (scene) => order(scene, { name: 'setLampName', lamp: 5, lampName: 'Ausgang Nord' }),
    body: ({ unit }) => ({ old: [unit.list.at(5)!.serial], new: ['ABCDEF23'] }),
    expectSeen: (scene) => {
      expect(lamp(scene, 5)).toMatchObject({ serial: 'ABCDEF23', groups: [4, 5] })
      expect(lampDetail(scene, 5)).toMatchObject({ name: 'Ausgang Nord' })
    },
  },
  setDateTimeFunzionale: {
    body: () => ({ set: inOneHour }),
    expectSeen: (scene) => expect(detail(scene)?.functional).toMatchObject({ next: inOneHour, deferred: false }),
  },
  setDateTimeAutonomia: {
    body: () => ({ set: inOneHour }),
    expectSeen: (scene) => expect(detail(scene)?.autonomy?.next).toBe(inOneHour),
  },
  setPeriodFunzionale: {
    body: () => ({ period: '1w', differito: true }),
    expectSeen: (scene) => {
      const next = new Date(Date.parse(inOneHour) + 7 * 86_400_000).toISOString()
      expect(detail(scene)?.functional).toEqual({ period: '1w', deferred: true, next })
    },
  },
  setPeriodAutonomia: {
    body: () => ({ period: '6m', differito: false }),
    expectSeen: (scene) => expect(detail(scene)?.autonomy).toMatchObject({ period: '6m', deferred: false }),
  },
  emergencyOn: {
    before: ({ unit }) => {
      for (const lamp of unit.lamps) Object.assign(lamp, { charge: 1, capacity: 1_000 })
    },
    body: emptyBody,
    expectSeen: (scene) => {
      expect(detail(scene)?.emergencyForced).toBe(true)
      expect(lamp(scene, emergencyLamp(scene))?.mode).toBe('emergency')
    },
  },
  emergencyOff: {
    body: emptyBody,
    expectSeen: (scene) => {
      expect(detail(scene)?.emergencyForced).toBe(false)
      expect(lamp(scene, emergencyLamp(scene))?.mode).toBe('normal')
    },
  },
  setContacts: {
    body: () => ({ contacts: [{ number: 2, signal: 'noMains', conjunction: 'and', activationDelayS: 30 }] }),
    expectSeen: (scene) => {
      const changed = { number: 2, signal: 'noMains', conjunction: 'and', activationDelayS: 30 }
      expect(detail(scene)?.contacts).toContainEqual(changed)
      expect(detail(scene)?.contacts[0]?.number).toBe(1)
    },
  },
  setLevels: {
    before: ({ unit }) => Object.assign(emergencyLampOf(unit), { function: 'maintained' }),
    body: (scene) => ({ levels: [{ to: { lamps: [emergencyLamp(scene)] }, level: 35 }], fadeS: 1, holdS: null }),
    expectSeen: (scene) => expect(lamp(scene, emergencyLamp(scene))).toMatchObject({ levelPercent: 35 }),
  },
  endHold: {
    before: (scene) =>
      order(scene, { name: 'setLevels', levels: [{ to: 'all', level: 80 }], fadeS: 0, holdS: 600 }).then(() =>
        vi.waitFor(() => expect(lamp(scene, emergencyLamp(scene))).toMatchObject({ levelPercent: 80 })),
      ),
    body: emptyBody,
    expectSeen: (scene) => expect(lamp(scene, emergencyLamp(scene))).toMatchObject({ levelPercent: 35 }),
  },
  inhibit: {
    body: () => ({ forS: 900 }),
    expectSeen: (scene) => {
      expect(Date.parse(detail(scene)?.inhibition?.until ?? '')).toBeGreaterThan(Date.now())
      expect(lamp(scene, emergencyLamp(scene))?.mode).toBe('inhibited')
      expect(detail(scene)?.front).toMatchObject({
        ready: 'off',
        display: ['INHIBITED', 'NOT PROTECTED', expect.any(String)],
      })
    },
  },
  endInhibition: {
    body: emptyBody,
    expectSeen: (scene) => {
      expect(detail(scene)?.inhibition).toBeNull()
      expect(lamp(scene, emergencyLamp(scene))?.mode).toBe('normal')
    },
  },
  setScenes: {
    body: () => ({ version: 3, until: '2031-01-01T00:00:00.000Z', scenes: [] }),
    expectSeen: (scene) => expect(detail(scene)?.scenes).toEqual({ version: 3, until: '2031-01-01T00:00:00.000Z' }),
  },
  setRelay: {
    body: () => ({ on: true }),
    expectSeen: (scene) => expect(detail(scene)?.relay).toEqual({ on: true }),
  },
  scanLines: {
    body: () => ({ lines: [1, 4] }),
    expectSeen: (scene) => {
      const [first, last] = detail(scene)?.lineScans ?? []
      expect(first).toMatchObject({ line: 1, kind: 'scan', state: 'ended', asked: 64 })
      expect(first?.unaddressed).toBe(scene.unit.list.unlisted.length)
      expect(first?.gears.map(({ address }) => address + 1)).toEqual(scene.unit.list.known.map(({ addr }) => addr))
      expect(last).toMatchObject({ line: 4, state: 'ended', gears: [] })
    },
  },
  commissionLine: {
    before: ({ unit }) => unit.attach(2),
    body: () => ({ line: 3, duplicates: [] }),
    expectSeen: (scene) => {
      expect(detail(scene)?.lineScans.find(({ line }) => line === 3)).toMatchObject({
        kind: 'commissioning',
        state: 'ended',
        // One of them was deleted from the list before.
        commissioned: 3,
        unaddressed: 0,
      })
      expect(lampDetail(scene, 130)).toMatchObject({ line: 3, gear: { shortAddress: 1 } })
    },
  },
  restLamps: {
    before: ({ unit }) => unit.setMains(false),
    body: () => ({ to: 'all' }),
    expectSeen: (scene) => expect(lamp(scene, emergencyLamp(scene))?.mode).toBe('rest'),
  },
  relightLamps: {
    body: (scene) => ({ to: { lamps: [emergencyLamp(scene)] } }),
    expectSeen: (scene) => {
      expect(lamp(scene, emergencyLamp(scene))?.mode).toBe('emergency')
      scene.unit.setMains(true)
    },
  },
  setGearTests: {
    body: () => ({ to: 'all', functionalDays: 7, autonomyWeeks: 52 }),
    expectSeen: (scene) =>
      expect(lampDetail(scene, emergencyLamp(scene))?.gear?.ownTests).toMatchObject({
        functionalDays: 7,
        autonomyWeeks: 52,
      }),
  },
  readGearTests: {
    before: ({ listener, id }) => listener.forget(id),
    body: (scene) => ({ to: { lamps: [emergencyLamp(scene)] } }),
    expectSeen: (scene) =>
      expect(lampDetail(scene, emergencyLamp(scene))?.gear?.ownTests).toMatchObject({ functionalDays: 7 }),
  },
  gatewayScan: {
    before: ({ unit }) => unit.bluetooth.clear(),
    body: emptyBody,
    expectSeen: (scene) => expect(bluetooth(scene, nearMac(scene))).toMatchObject({ inSight: true, validated: null }),
  },
  gatewayInsertMac: {
    body: (scene) => ({ mac: distantMac(scene) }),
    expectSeen: (scene) => expect(bluetooth(scene, distantMac(scene))).toMatchObject({ serial: null, inSight: false }),
  },
  gatewayInsertSerial: {
    body: (scene) => ({ mac: distantMac(scene), serial: '00ABCD' }),
    expectSeen: (scene) => expect(bluetooth(scene, distantMac(scene))?.serial).toBe('00ABCD'),
  },
  gatewayInsertType: {
    body: (scene) => ({ mac: distantMac(scene), kind: 'relay' }),
    expectSeen: (scene) => expect(bluetooth(scene, distantMac(scene))?.kind).toBe('relay'),
  },
  gatewayValidate: {
    body: (scene) => ({ mac: nearMac(scene) }),
    expectSeen: (scene) => expect(bluetooth(scene, nearMac(scene))).toMatchObject({ validated: true, reason: null }),
  },
  gatewayRemove: {
    body: (scene) => ({ mac: distantMac(scene) }),
    expectSeen: (scene) => expect(bluetooth(scene, distantMac(scene))).toBeUndefined(),
  },
  resetCu: {
    before: ({ listener, id }) => listener.forget(id),
    body: emptyBody,
    expectSeen: ({ listener, id, unit }) => {
      const birthMessages = listener.messagesOn('online', id) as { boot: number; online: boolean }[]
      const boot = unit.memory.boot
      expect(birthMessages.filter(({ online }) => !online)).toEqual([expect.objectContaining({ boot: boot - 1 })])
      expect(birthMessages.at(-1)).toMatchObject({ boot, online: true })
      expect(listener.messagesOn('shadow', id).at(-1)).toMatchObject({ boot, seq: 0, detail: { name: 'Halle 3' } })
      expect(listener.lamps(id).size).toBe(unit.list.known.length)
    },
  },
  deEnrol: {
    body: emptyBody,
    expectSeen: ({ listener, id, unit }) => {
      expect(unit.enrolment.state).toBe('factory')
      expect(listener.shadow(id).network.state).toBe('none')
    },
  },
  enrol: {
    body: () => ({ windowS: 60 }),
    expectSeen: ({ unit, listener, id }) => {
      if (unit.enrolment.state === 'waiting') unit.press(new Set(unit.wire.facts.enrolmentKeys))
      expect(unit.enrolment.state).toBe('enrolled')
      expect(listener.detail(id)?.name).toBeNull()
    },
  },
}

const names = Object.keys(cases) as UnitCommandName[]
const types = Object.entries(unitTypes)
const idOf = ([cuType, { facts }]: (typeof types)[number]) => `${cuType}_${'0A1B2C3D'.slice(0, facts.serialDigits)}`

let listener: UnitListener
let scenes: Scene[]

beforeAll(async () => {
  listener = await openUnitListener(types.map(idOf))
  scenes = await Promise.all(
    types.map(async (type): Promise<Scene> => {
      const id = idOf(type)
      return { listener, id, unit: (await listener.open(id, { seed: 5 })).unit }
    }),
  )
})
afterAll(() => listener.close())

const playCase = async (scene: Scene, name: UnitCommandName): Promise<void> => {
  const { before, body, expectSeen } = cases[name] as Case<UnitCommandName>
  await before?.(scene)
  const command = await listener.send(scene.id, { name, ...body(scene) } as UnitCommand)
  await vi.waitFor(() => expectSeen(scene), { timeout: 8_000, interval: 25 })
  await isDone(listener, command)
}

test('every type has commands, and every command has a type', () => {
  for (const name of names) expect(types.some(([, { facts }]) => facts.commands.includes(name))).toBe(true)
  for (const [, { facts }] of types) expect(names).toEqual(expect.arrayContaining(facts.commands))
})

test.each(names)('%s', async (name) => {
  const ableScenes = scenes.filter(({ unit }) => unit.wire.facts.commands.includes(name))
  const failures = await Promise.all(
    ableScenes.map((scene) =>
      playCase(scene, name).then(
        () => null,
        (failure: unknown) => `${scene.id}: ${failure}`,
      ),
    ),
  )
  expect(failures.filter((failure) => failure !== null)).toEqual([])
})

test('a unit refuses commands of other types', async () => {
  for (const { id, unit } of scenes) {
    for (const name of [...names, 'toString'].filter((other) => !unit.wire.facts.commands.includes(other))) {
      const command = await listener.publishCommand(id, { name, body: {} })
      await vi.waitFor(() => expect(listener.lastResponse(command)).toMatchObject({ code: 'UNKNOWN_COMMAND' }), 10_000)
    }
  }
})
