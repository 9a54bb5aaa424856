import { afterEach, expect, it } from 'vitest'
import { emergencyGear } from '../testing/virtual-gear.ts'
import { openVirtualUnit, type VirtualUnit } from '../testing/virtual-unit.ts'

const many = (count: number) => Array.from({ length: count }, (_, short) => emergencyGear(short))
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const testId = '6f1de1c5-0f3c-4f6b-9b3a-0d8a52b0a001'

let opened: VirtualUnit | null = null
afterEach(() => opened?.close())
const open = (...args: Parameters<typeof openVirtualUnit>) => {
  opened = openVirtualUnit(...args)
  return opened
}

it('refuses commands until its two keys are pressed, and the window closes without them', async () => {
  const { command, enrol, clock, unit, platform } = open([many(1)])
  expect(await command('refresh')).toBe('NOT_ENROLLED')
  expect(await command('enrol', { w: 30 })).toBe('KEYS_NOT_PRESSED')
  unit().press(['SEL', 'OK'])
  expect(await command('refresh')).toBe('NOT_ENROLLED')
  expect(platform.detail).toBeNull()
  expect(await enrol()).toBe('done')
  expect(platform.responses.filter(({ state }) => state === 'accepted')).toHaveLength(2)
  await clock.advance(5_000)
  expect(platform.detail?.front?.display[0]).toBe('SYSTEM READY')
  expect(await enrol()).toBe('refused')
})

it('scans four lines, and reports each gear as a lamp with its place and identity', async () => {
  const lines = [many(3), many(2), [], [emergencyGear(63)]]
  const { enrol, scan, platform } = open(lines)
  await enrol()
  expect(await scan()).toBe('done')
  expect(platform.list).toEqual([1, 2, 3, 65, 66, 256])
  expect(platform.odd).toEqual([])
  expect(platform.lamps.get(256)).toMatchObject({
    mode: 'normal',
    function: 'maintained',
    ratedMin: 60,
    batteryPercent: 100,
  })
  expect(new Set(platform.lamps.values().map(({ serial }) => serial)).size).toBe(6)
  expect(platform.details.get(66)).toMatchObject({
    line: 2,
    gear: { shortAddress: 1, gtin: '9010342013607', recognisable: true, edition: 2, deviceTypes: [1] },
  })
  expect(platform.detail?.lineScans.map(({ state, asked, unaddressed }) => [state, asked, unaddressed])).toEqual(
    [1, 2, 3, 4].map(() => ['ended', 64, 0]),
  )
  expect(platform.detail?.lines.map(({ bus }) => bus?.answering)).toEqual([3, 2, 0, 1])
})

it('scans again after a restart that cut a scan off', async () => {
  const { enrol, command, clock, platform, restart } = open([many(32)])
  await enrol()
  expect(await command('createNetwork')).toBe('done')
  await clock.advance(20_000)
  expect(platform.list).toEqual([])
  restart()
  await clock.advance(5 * minuteMs)
  expect(platform.list).toHaveLength(32)
  expect(platform.lamps.size).toBe(32)
  expect(platform.detail?.lineScans[0]).toMatchObject({ state: 'ended', asked: 64 })
  restart()
  await clock.advance(minuteMs)
  expect(platform.detail?.lineScans).toEqual([])
})

it('keeps lamps that do not answer in the list, and knows gear that moved again', async () => {
  const gears = many(4)
  const { enrol, scan, command, clock, platform } = open([gears])
  await enrol()
  await scan()
  const serial = platform.lamps.get(2)?.serial
  gears[0]?.quirks.add('mute')
  if (gears[1]) gears[1].short = 40
  expect(await command('scanLines', { lines: [1] })).toBe('done')
  await clock.advance(4 * minuteMs)
  expect(platform.list).toEqual([1, 3, 4, 41])
  expect(platform.lamps.get(41)?.serial).toBe(serial)
  expect(platform.lamps.get(1)).toMatchObject({ mode: 'unreachable', errors: ['communication'] })
  expect(platform.detail?.lineScans[0]?.gears).toMatchObject([
    { address: 0, state: 'missing' },
    { address: 2, state: 'known' },
    { address: 3, state: 'known' },
    { address: 40, serial, state: 'known' },
  ])
})

it('takes gear that comes at the address of a silent one for another lamp', async () => {
  const gears = many(2)
  const { enrol, scan, clock, platform, buses } = open([gears])
  await enrol()
  await scan()
  const serial = platform.lamps.get(1)?.serial
  const [first] = gears
  first?.quirks.add('mute')
  await clock.advance(2 * minuteMs)
  first?.quirks.delete('mute')
  await clock.advance(minuteMs)
  expect(platform.lamps.get(1)).toMatchObject({ serial, mode: 'normal' })
  first?.quirks.add('mute')
  await clock.advance(2 * minuteMs)
  buses[0]?.gears.splice(0, 1, emergencyGear(50, { short: 0 }))
  await clock.advance(10_000)
  expect(platform.lamps.get(1)).toMatchObject({ serial, mode: 'unreachable' })
  await clock.advance(5 * minuteMs)
  expect(platform.lamps.get(1)).toMatchObject({ mode: 'normal', errors: [] })
  expect(platform.lamps.get(1)?.serial).not.toBe(serial)
  expect(platform.list).toEqual([1, 2])
})

it('commissions gear without an address only when it is asked to', async () => {
  const gears = [emergencyGear(0), emergencyGear(11, { short: null }), emergencyGear(12, { short: null })]
  const { enrol, scan, command, clock, platform } = open([gears])
  await enrol()
  await scan()
  expect(platform.detail?.lineScans[0]).toMatchObject({ kind: 'scan', unaddressed: 2 })
  expect(gears.map(({ short }) => short)).toEqual([0, 255, 255])
  expect(await command('commissionLine', { line: 1, duplicates: [] })).toBe('done')
  await clock.advance(10 * minuteMs)
  expect(platform.detail?.lineScans[0]).toMatchObject({
    kind: 'commissioning',
    state: 'ended',
    unaddressed: 0,
    commissioned: 2,
  })
  expect(platform.list).toEqual([1, 2, 3])
})

it('records a fault of a gear within one poll, and its end', async () => {
  const gears = many(64)
  const { enrol, scan, clock, platform } = open([gears])
  await enrol()
  await scan()
  gears[40]?.emergency?.faults.add('battery')
  await clock.advance(minuteMs)
  const serial = platform.lamps.get(41)?.serial
  expect(platform.lamps.get(41)?.errors).toEqual(['battery_low_voltage'])
  const fault = { kind: 'lampFault', lamp: 41, serial, error: 'battery_low_voltage' }
  expect(platform.records).toMatchObject([{ ...fault, cleared: false }])
  gears[40]?.emergency?.newBattery(84, 1)
  await clock.advance(minuteMs)
  expect(platform.records[1]).toMatchObject({ ...fault, cleared: true })
})

it('reports a loss of mains at gear as an emergency, and its end', async () => {
  const gears = many(4)
  const { enrol, scan, clock, platform } = open([gears])
  await enrol()
  await scan()
  gears[2]?.setMains(false, clock.now())
  await clock.advance(minuteMs)
  expect(platform.lamps.get(3)?.mode).toBe('emergency')
  expect(platform.unit?.onBattery).toBe(true)
  gears[2]?.setMains(true, clock.now())
  await clock.advance(minuteMs)
  expect(platform.records.map(({ kind }) => kind)).toEqual(['mainsFailed', 'mainsRestored'])
})

it('reports a line without power, or a gateway that is away, as not reporting, and never as a loss of mains', async () => {
  const gears = many(4)
  const { enrol, scan, clock, buses, gateway, platform } = open([gears])
  await enrol()
  await scan()
  for (const lose of [() => buses[0]?.setPower(false), () => gateway().close()]) {
    lose()
    await clock.advance(minuteMs)
    expect(platform.lamps.get(1)).toMatchObject({ mode: 'unreachable', errors: [] })
    buses[0]?.setPower(true)
    if (!gateway().info) {
      expect(platform.detail).toMatchObject({ busGateway: { connected: false }, lines: [{ state: 'absent' }] })
      gateway().open()
    }
    await clock.advance(minuteMs)
    expect(platform.lamps.get(1)).toMatchObject({ mode: 'normal' })
  }
  expect(platform.records).toEqual([])
  expect(platform.unit).toMatchObject({ onBattery: false, errors: [] })
})

it('runs a test of all lamps, and reports pending as pending', async () => {
  const slow = emergencyGear(1, {
    emergency: { ratedMin: 60, lastsMin: 84, features: 0x0a, charge: 0.1, chargeHours: 10 },
  })
  const { enrol, scan, command, clock, platform } = open([[emergencyGear(0), slow], [emergencyGear(0)]], { duty: 0.1 })
  await enrol()
  await scan()
  expect(await command('ftest', { t: testId, k: 'F', a: '*' })).toBe('done')
  expect(await command('ftest', { t: testId, k: 'F', a: '*' })).toBe('done')
  expect(await command('inhibit', { forS: 60 })).toBe('TEST_RUNNING')
  await clock.advance(2 * minuteMs)
  expect(platform.details.get(2)?.gear?.pending).toEqual({ functional: 'charging', autonomy: null })
  await clock.advance(3 * hourMs)
  const [started, ...others] = platform.records.filter(({ kind }) => kind.startsWith('test'))
  expect(started).toMatchObject({ kind: 'testStarted', testId, test: 'functional', trigger: 'user', lamps: [1, 2, 65] })
  expect(others.pop()).toMatchObject({ kind: 'testEnded', outcome: 'finished' })
  expect(others.at(-1)).toMatchObject({ kind: 'testResult', lamp: 2, result: 'passed' })
  expect(others.map((record) => record.kind === 'testResult' && record.lamp).toSorted()).toEqual([1, 2, 65])
})

it('goes on with a test after it was killed, and resends what was not acknowledged', async () => {
  const { enrol, scan, command, clock, platform, restart, journal } = open([many(4)], { duty: 0.1 })
  await enrol()
  await scan()
  platform.acknowledges = false
  await command('ftest', { t: testId, k: 'D', a: [1, 2, 3, 4] })
  await clock.advance(2_000)
  restart()
  await clock.advance(30 * minuteMs)
  restart()
  expect(journal().records.length).toBeGreaterThan(0)
  platform.acknowledges = true
  await clock.advance(40 * minuteMs)
  expect(journal().records).toEqual([])
  const results = platform.records.filter((record) => record.kind === 'testResult')
  expect(results.map(({ lamp, result, measuredS }) => [lamp, result, measuredS]).toSorted()).toEqual(
    [1, 2, 3, 4].map((lamp) => [lamp, 'passed', 3600]),
  )
  expect(platform.records.map(({ kind }) => kind).filter((kind) => kind !== 'testResult')).toEqual([
    'testStarted',
    'testEnded',
  ])
  expect(await command('ftest', { t: testId, k: 'D', a: [1] })).toBe('done')
})

it('renews an inhibition, ends it in time, and lets it end within 15 minutes when it dies', async () => {
  const gears = many(2)
  const { enrol, scan, command, clock, platform, restart, unit } = open([gears], { duty: 0.1 })
  await enrol()
  await scan()
  const inhibited = () => gears.map((gear) => (gear.emergency?.statusByte(clock.now()) ?? 0) & 1)
  expect(await command('inhibit', { forS: 3_600 })).toBe('done')
  for (let minute = 0; minute < 58; minute += 2) {
    expect(inhibited()).toEqual([1, 1])
    await clock.advance(2 * minuteMs)
  }
  expect(platform.lamps.get(1)?.mode).toBe('inhibited')
  expect(platform.detail?.inhibition).not.toBeNull()
  await clock.advance(3 * minuteMs)
  expect(inhibited()).toEqual([0, 0])
  expect(platform.records.at(-1)).toMatchObject({ kind: 'inhibitionEnded', reason: 'time' })
  expect(await command('inhibit', { forS: 7_200 })).toBe('done')
  expect(await command('endInhibition')).toBe('done')
  expect(inhibited()).toEqual([0, 0])
  expect(await command('inhibit', { forS: 7_200 })).toBe('done')
  await clock.advance(9 * minuteMs)
  for (const line of unit().lines) line.run = () => new Promise(() => undefined)
  await clock.advance(6 * minuteMs)
  expect(inhibited()).toEqual([0, 0])
  restart()
  await clock.advance(minuteMs)
  expect(platform.records.at(-1)).toMatchObject({ kind: 'inhibitionEnded', reason: 'restart' })
  expect(platform.detail?.inhibition).toBeNull()
})

it('rests and relights gear in an emergency', async () => {
  const gears = [0, 1].map((short) => emergencyGear(short))
  const { enrol, scan, command, clock, platform } = open([gears])
  await enrol()
  await scan()
  expect(await command('restLamps', { to: 'all' })).toBe('ERROR_COMMAND_NOT_ENABLED')
  for (const gear of gears) gear.setMains(false, clock.now())
  await clock.advance(minuteMs)
  const [first] = gears
  if (first?.emergency) Object.defineProperty(first.emergency, 'isDead', { get: () => false })
  expect(await command('restLamps', { to: { lamps: [1] } })).toBe('done')
  await clock.advance(minuteMs)
  expect(platform.lamps.get(1)?.mode).toBe('rest')
  expect(await command('relightLamps', { to: 'all' })).toBe('done')
  await clock.advance(minuteMs)
  expect(platform.lamps.get(1)?.mode).toBe('emergency')
})

it('sets levels and groups, fades, and gives a preview back', async () => {
  const gears = many(6)
  const { enrol, scan, command, clock, platform } = open([gears])
  await enrol()
  await scan()
  expect(await command('setGroup', { page: 0, indexes: [1, 2], group: 3 })).toBe('done')
  expect(gears.map(({ groups }) => groups)).toEqual([4, 4, 0, 0, 0, 0])
  await clock.advance(1_000)
  expect(platform.lamps.get(1)?.groups).toEqual([3])
  const levels = [
    { to: 'all', level: 20 },
    { to: { groups: [3] }, level: 100 },
    { to: { lamps: [6] }, level: 0 },
  ]
  expect(await command('setLevels', { levels, fadeS: 0, holdS: null })).toBe('done')
  expect(gears.map(({ level }) => level)).toEqual([254, 254, 51, 51, 51, 0])
  await clock.advance(5_000)
  expect(platform.lamps.get(3)?.levelPercent).toBe(20)
  const fade = { levels: [{ to: 'all', level: 80 }], fadeS: 10, holdS: 30 }
  expect(await command('setLevels', fade)).toBe('done')
  await clock.advance(12_000)
  expect(gears.map(({ level }) => level)).toEqual(gears.map(() => 203))
  await clock.advance(30_000)
  expect(gears.map(({ level }) => level)).toEqual([254, 254, 51, 51, 51, 0])
  const many5 = [4, 5, 6, 7].map((group) => command('setGroup', { page: 0, indexes: [1], group }))
  expect(await Promise.all(many5)).toEqual(['done', 'done', 'done', 'LAMP_GROUP_LIMIT'])
  expect(await command('setGroup', { page: 0, indexes: [1], group: 3 })).toBe('done')
})

it('switches the own tests of gear off, and writes only what differs', async () => {
  const own = { ratedMin: 60, lastsMin: 84, features: 0x0a, functionIntervalDays: 7, durationIntervalWeeks: 52 }
  const gears = [emergencyGear(0, { emergency: own }), emergencyGear(1)]
  const { enrol, scan, command, clock, platform, buses } = open([gears])
  await enrol()
  await scan()
  expect(platform.details.get(1)?.gear?.ownTests).toEqual({ functionalDays: 7, autonomyWeeks: 52, timeoutDays: 7 })
  gears[0]?.emergency?.setInterval('function', 14)
  expect(await command('readGearTests', { to: 'all' })).toBe('done')
  await clock.advance(1_000)
  expect(platform.details.get(1)?.gear?.ownTests).toMatchObject({ functionalDays: 14, autonomyWeeks: 52 })
  const writes: number[] = []
  buses[0]?.listen((traffic) => {
    const [, code = 0] = traffic.kind === 'forward' ? traffic.frame.data : []
    if (code === 0xec || code === 0xed) writes.push(code)
  })
  expect(await command('setGearTests', { to: 'all', functionalDays: 0, autonomyWeeks: 0 })).toBe('done')
  expect(gears[0]?.emergency).toMatchObject({ functionIntervalDays: 0, durationIntervalWeeks: 0 })
  expect(writes).toEqual([0xec, 0xec, 0xed, 0xed])
})

it('starts automatic tests on their dates, at the same local time over a clock change', async () => {
  const { enrol, scan, command, clock, platform } = open([many(2)])
  await enrol()
  await scan()
  const changes = [{ at: '2026-12-03T01:00:00Z', utcOffsetMin: 120 }]
  await command('setClock', { at: '2026-12-01T00:00:00Z', utcOffsetMin: 60, changes })
  expect(await command('setDateTimeFunzionale', { set: '2026-11-01T02:00:00Z' })).toBe('INVALID_BODY')
  expect(await command('setDateTimeFunzionale', { set: '2026-12-01T01:00:00Z' })).toBe('done')
  expect(await command('setPeriodFunzionale', { period: '1w', differito: false })).toBe('done')
  await clock.advance(hourMs + 2 * minuteMs)
  expect(platform.records.filter(({ kind }) => kind === 'testStarted')).toMatchObject([{ trigger: 'automatic' }])
  expect(platform.detail?.functional?.next).toBe('2026-12-08T00:00:00.000Z')
})

it('runs the scenes of its list by its own clock, also after a restart, and reports each run', async () => {
  const gears = many(3)
  const { enrol, scan, command, clock, unit, platform, restart } = open([gears])
  await enrol()
  await scan()
  await command('setGroup', { page: 0, indexes: [1, 2], group: 3 })
  const minute = Math.ceil(unit().time.now() / minuteMs)
  const scene = {
    scene: '3f9a1c0b-e8d2-4775-9a1b-0c2d3e4f5a6b',
    levels: [{ groups: [3], level: 50 }],
    fadeS: 0,
    runs: [minute + 2, minute + 30],
    input: null,
  }
  const list = { version: 4, until: '2027-01-01T00:00:00.000Z', scenes: [scene] }
  expect(await command('setScenes', list)).toBe('done')
  expect(await command('setScenes', { ...list, version: 3 })).toBe('INVALID_BODY')
  restart()
  await clock.advance(3 * minuteMs)
  expect(gears.map(({ level }) => level)).toEqual([127, 127, 254])
  expect(platform.detail?.scenes).toEqual({ version: 4, until: list.until })
  const ran = { kind: 'sceneRan', scene: scene.scene, version: 4, input: null }
  expect(platform.records.filter(({ kind }) => kind === 'sceneRan')).toMatchObject([{ ...ran, outcome: 'set' }])
  await command('setClock', { at: new Date(unit().time.now() + hourMs).toISOString(), utcOffsetMin: 0 })
  await clock.advance(minuteMs)
  expect(platform.records.at(-1)).toMatchObject({ ...ran, outcome: 'missed' })
})

/** Numbers of each boot, in order. */
const numbersByBoot = (records: readonly { number: string }[]): number[][] =>
  [...Map.groupBy(records, ({ number }) => number.split(':')[0]).values()].map((own) =>
    own.map(({ number }) => Number(number.split(':')[1])).toSorted((one, other) => one - other),
  )

it('misses no record in 24 hours with faults, tests, losses of mains, power and platform', async () => {
  const gears = many(32)
  const { enrol, scan, command, clock, buses, platform, restart } = open([gears], { duty: 0.05 })
  await enrol()
  await scan()
  for (let hour = 0; hour < 24; hour++) {
    const faults = hour % 3 === 0 ? gears[(hour * 7) % 32]?.emergency?.faults : undefined
    faults?.add('lamp')
    gears[20]?.setMains(hour % 5 !== 1, clock.now())
    if (hour % 6 === 2) await command('ftest', { t: `6f1de1c5-0f3c-4f6b-9b3a-0d8a52b0a0${10 + hour}`, k: 'F', a: '*' })
    platform.isOnline = hour % 4 !== 3
    buses[0]?.setPower(hour % 7 !== 5)
    await clock.advance(10 * minuteMs)
    buses[0]?.setPower(true)
    if (hour % 8 === 6) restart()
    await clock.advance(40 * minuteMs)
    gears[20]?.setMains(true, clock.now())
    faults?.delete('lamp')
    await clock.advance(10 * minuteMs)
  }
  platform.isOnline = true
  await clock.advance(5 * minuteMs)
  const { records } = platform
  for (const numbers of numbersByBoot(records)) expect(numbers).toEqual(numbers.map((_, at) => at))
  const ofKind = (kind: string) => records.filter((record) => record.kind === kind)
  const lampFaults = records.flatMap((record) =>
    record.kind === 'lampFault' && record.error === 'lamp_failure' ? record.cleared : [],
  )
  expect(
    [lampFaults.filter((isCleared) => !isCleared), lampFaults.filter(Boolean)].map(({ length }) => length),
  ).toEqual([8, 8])
  expect(['testStarted', 'testEnded', 'testResult'].map((kind) => ofKind(kind).length)).toEqual([4, 4, 4 * 32])
  expect(['mainsFailed', 'mainsRestored'].map((kind) => ofKind(kind).length)).toEqual([5, 5])
  expect(platform.odd).toEqual([])
}, 300_000)

it('reads energy each quarter-hour, and sends it until it is acknowledged', async () => {
  const gears = [emergencyGear(0, { meteredW: 3 }), emergencyGear(1)]
  const { enrol, scan, clock, platform, unit, restart, command } = open([gears])
  await enrol()
  await scan()
  await clock.advance(2 * hourMs)
  const moments = new Set(platform.telemetry.map(({ first }) => first))
  expect(moments.size).toBeGreaterThanOrEqual(8)
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  expect(last - first).toBe(moments.size - 1)
  const readingAt = (moment: number) => platform.telemetry.find((message) => message.first === moment)?.lamps[0]
  const [addr, , , [energy], [lit]] = readingAt(last) ?? [0, '', null, [], []]
  const [, , , [energyBefore], [litBefore]] = readingAt(last - 4) ?? [0, '', null, [], []]
  expect(addr).toBe(1)
  expect((energy ?? 0) - (energyBefore ?? 0)).toBeGreaterThan(28)
  expect((energy ?? 0) - (energyBefore ?? 0)).toBeLessThan(32)
  expect((lit ?? 0) - (litBefore ?? 0)).toBeGreaterThan(3_400)
  expect(platform.details.get(1)).toMatchObject({ power: 3, onHours: 0 })
  expect(platform.details.get(2)).toMatchObject({ power: null, energy: null, onHours: 0 })

  const { life } = unit().journal.state
  unit().acknowledge({ life, records: [], telemetry: [...moments] })
  platform.telemetry.length = 0
  await clock.advance(14 * minuteMs)
  expect(platform.telemetry.filter((message) => moments.has(message.first))).toEqual([])
  await clock.advance(15 * minuteMs)
  restart()
  await clock.advance(2 * minuteMs)
  const waiting = platform.telemetry.at(-1)?.first ?? 0
  expect(platform.telemetry.filter((message) => message.first === waiting).length).toBeGreaterThan(1)
  expect(await command('setClock', { at: new Date(unit().time.now() + hourMs).toISOString(), utcOffsetMin: 0 })).toBe(
    'done',
  )
  platform.telemetry.length = 0
  await clock.advance(2 * minuteMs)
  expect(platform.telemetry).toEqual([])
})
