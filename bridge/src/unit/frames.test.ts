import { logTraffic } from '@vigilux/simulator/dali-bus/frame-log.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emergencyGear } from '../testing/virtual-gear.ts'
import { openVirtualUnit, type VirtualUnit } from '../testing/virtual-unit.ts'

/** The plain log of the bus, read by a decoder of its own: nothing here comes from the bridge but its frames. */
type Frame = { at: number; first: number; second: number }
type Log = { frames: Frame[]; answers: number }

const minuteMs = 60_000
const frameMs = 14.2
let opened: VirtualUnit
const logs: Record<'scan' | 'commissioning' | 'tests', Log> = {
  scan: { frames: [], answers: 0 },
  commissioning: { frames: [], answers: 0 },
  tests: { frames: [], answers: 0 },
}

/** `12.3 0 16 FF 90 sender`, or `12.3 0 8 A4` for an answer. */
const decode = (lines: readonly string[]): Log => {
  const log: Log = { frames: [], answers: 0 }
  for (const line of lines) {
    const match = /^(\d+\.\d) 0 (16|8) ([0-9A-F]{2}|\?)(?: ([0-9A-F]{2}) bridge \d+)?$/.exec(line)
    if (!match) throw new Error(`not a frame: ${line}`)
    const [, at, bits, first, second] = match
    if (bits === '8') log.answers++
    else
      log.frames.push({
        at: Number(at),
        first: Number.parseInt(`${first}`, 16),
        second: Number.parseInt(`${second}`, 16),
      })
  }
  return log
}

const isCommand = ({ first }: Frame): boolean => first % 2 === 1 && (first < 0xa0 || first >= 0xfc)
const isTyped = (frame: Frame): boolean => isCommand(frame) && frame.second >= 0xe0
const isEqual = (one: Frame | undefined, other: Frame): boolean =>
  one !== undefined && one.first === other.first && one.second === other.second
/** Commands for gear to obey only if they come twice. */
const isTwice = (frame: Frame): boolean =>
  frame.first === 0xa5 ||
  frame.first === 0xa7 ||
  (isCommand(frame) &&
    ((frame.second >= 0x20 && frame.second < 0x90) || (frame.second >= 0xe0 && frame.second <= 0xf0)))

beforeAll(async () => {
  const gears = [
    emergencyGear(0),
    emergencyGear(1),
    emergencyGear(7, { short: null }),
    emergencyGear(8, { short: null }),
  ]
  opened = openVirtualUnit([gears])
  const { clock, command, enrol, scan, buses } = opened
  const lines: string[] = []
  const [bus] = buses
  if (bus) logTraffic(bus, 0, (line) => lines.push(line))
  await enrol()
  await scan()
  logs.scan = decode(lines.splice(0))
  await command('commissionLine', { line: 1, duplicates: [] })
  await clock.advance(5 * minuteMs)
  logs.commissioning = decode(lines.splice(0))
  for (const [k, minutes] of [
    ['F', 3],
    ['D', 70],
  ] as const) {
    await command('ftest', { t: `6f1de1c5-0f3c-4f6b-9b3a-0d8a52b0a00${minutes % 9}`, k, a: '*' })
    await clock.advance(minutes * minuteMs)
    for (const { emergency } of gears) emergency?.newBattery(84, 1)
  }
  logs.tests = decode(lines.splice(0))
})
afterAll(() => opened.close())

describe.each(['scan', 'commissioning', 'tests'] as const)('frames of the %s', (name) => {
  it('keep the pauses of the bus', () => {
    const { frames, answers } = logs[name]
    expect(frames.length).toBeGreaterThan(100)
    expect(answers).toBeGreaterThan(50)
    const gaps = frames.slice(1).map(({ at }, n) => at - (frames[n]?.at ?? 0) - frameMs)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(13.5)
  })

  it('enable the device type directly before each command of part 202', () => {
    const { frames } = logs[name]
    const wrong = frames.filter((frame, at) => {
      // Events before the first frame are in the previous log.
      if (!isTyped(frame) || at === 0) return false
      const [before, earlier] = [frames[at - 1], frames[at - 2]]
      const enable = isEqual(before, frame) ? earlier : before
      return enable?.first !== 0xc1
    })
    expect(wrong).toEqual([])
  })

  it('send each configuring command twice within 100 ms, and nothing between', () => {
    const { frames } = logs[name]
    for (let at = 0; at < frames.length; at++) {
      const frame = frames[at]
      if (!frame || !isTwice(frame)) continue
      const next = frames[++at]
      expect(isEqual(next, frame), `${frame.first} ${frame.second}`).toBe(true)
      expect((next?.at ?? 0) - frame.at).toBeLessThan(100)
    }
  })
})

it('a scan gives out no address, and ends its count of gear without one', () => {
  const { frames } = logs.scan
  expect(frames.filter(({ first }) => first === 0xb7)).toEqual([])
  expect(frames.filter((frame) => isCommand(frame) && frame.second === 0x80)).toEqual([])
  const begins = frames.findLastIndex(({ first }) => first === 0xa5)
  expect(frames.findLastIndex(({ first }) => first === 0xa1)).toBeGreaterThan(begins)
})

it('a commissioning programs two addresses, verifies each, and terminates', () => {
  const { frames } = logs.commissioning
  const programmed = frames.filter(({ first }) => first === 0xb7).map(({ second }) => second)
  expect(programmed).toEqual([2 * 2 + 1, 3 * 2 + 1])
  for (const address of programmed)
    expect(frames.some(({ first, second }) => first === 0xb9 && second === address)).toBe(true)
  expect(frames.findLastIndex(({ first }) => first === 0xa1)).toBeGreaterThan(
    frames.findLastIndex(({ first }) => first === 0xa5),
  )
})

it.each([
  ['functional', 0xe3, 0xe6],
  ['duration', 0xe4, 0xe7],
])('each %s test is started once per gear, after its done flag was reset and read', (_, start, reset) => {
  const { frames } = logs.tests
  for (const address of [0, 1, 2, 3]) {
    const own = frames.filter(({ first }) => first === address * 2 + 1)
    const starts = own.filter(({ second }) => second === start)
    expect(starts).toHaveLength(2)
    const before = own.slice(
      0,
      own.findIndex(({ second }) => second === start),
    )
    const resetAt = before.findLastIndex(({ second }) => second === reset)
    expect(resetAt).toBeGreaterThanOrEqual(0)
    expect(before.slice(resetAt).some(({ second }) => second === 0xfd)).toBe(true)
  }
})
