import { expect, it } from 'vitest'
import { timing } from './frames.ts'
import { VirtualGear } from './virtual-gear.ts'

const identity = { gtin: '9010342013607', id: 0x0102030405060708n, firmware: [2, 1], hardware: [1, 0] } as const
const emergency = { ratedMin: 60, lastsMin: 84 }

/** Talks to one gear without a bus. */
const talkTo = (gear: VirtualGear) => {
  let now = 0
  const say = (first: number, second: number): number | null => {
    now += 40
    return gear.hear({ bits: 16, data: [first, second] }, now)
  }
  return {
    say,
    wait: (ms: number) => {
      now += ms
    },
    twice: (first: number, second: number) => {
      say(first, second)
      return say(first, second)
    },
    emergency: (second: number) => {
      say(0xc1, 1)
      return say(0x01, second)
    },
    order: (second: number) => {
      say(0xc1, 1)
      say(0x01, second)
      say(0x01, second)
    },
    get now() {
      return now
    },
  }
}
const minuteMs = 60_000

it('finds a gear by its random address, and programs and verifies its short address', () => {
  const gear = new VirtualGear({ identity, emergency, random: () => 0.5 })
  const { say, twice, wait } = talkTo(gear)
  expect(say(0xa9, 0)).toBeNull()
  twice(0xa5, 0xff)
  twice(0xa7, 0)
  expect(gear.randomAddress).toBe(0x7fffff)
  for (const [first, byte] of [
    [0xb1, 0x7f],
    [0xb3, 0xff],
    [0xb5, 0xfe],
  ] as const)
    say(first, byte)
  expect(say(0xa9, 0)).toBeNull()
  say(0xb5, 0xff)
  expect(say(0xa9, 0)).toBe(255)
  say(0xb7, 5 * 2 + 1)
  expect(say(0xb9, 5 * 2 + 1)).toBeNull()
  wait(300)
  expect(say(0xb9, 5 * 2 + 1)).toBe(255)
  expect(say(0xbb, 0)).toBe(5 * 2 + 1)
  say(0xab, 0)
  expect(say(0xa9, 0)).toBeNull()
  say(0xa1, 0)
  expect(say(0xbb, 0)).toBeNull()
})

it('ends the initialisation after 15 minutes, and needs INITIALISE twice', () => {
  const gear = new VirtualGear({ identity, emergency, randomAddress: 1 })
  const { say, twice, wait } = talkTo(gear)
  say(0xa5, 0)
  wait(timing.sendTwice)
  say(0xa5, 0)
  expect(say(0xa9, 0)).toBeNull()
  wait(timing.sendTwice)
  twice(0xa5, 0)
  expect(say(0xa9, 0)).toBe(255)
  wait(15 * minuteMs)
  expect(say(0xa9, 0)).toBeNull()
})

it('lays out bank 0 by its edition, and counts DTR0 up', () => {
  const read = (edition: 1 | 2, from: number, count: number) => {
    const { say } = talkTo(new VirtualGear({ identity, emergency, short: 0, edition }))
    say(0xc3, 0)
    say(0xa3, from)
    return Array.from({ length: count }, () => say(0x01, 0xc5))
  }
  expect(read(2, 0x0b, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(read(1, 0x0b, 5)).toEqual([5, 6, 7, 8, null])
  expect(read(2, 3, 8)).toEqual([0x08, 0x31, 0xe2, 0x3c, 0x2a, 0xa7, 2, 1])
})

it('names several device types only if it is of edition 2', () => {
  const of = (edition: 1 | 2) => talkTo(new VirtualGear({ identity, emergency, short: 0, edition, types: [1, 6] }))
  const new2 = of(2)
  expect([0x99, 0xa7, 0xa7, 0xa7].map((query) => new2.say(0x01, query))).toEqual([255, 1, 6, 254])
  const old = of(1)
  expect([0x99, 0xa7].map((query) => old.say(0x01, query))).toEqual([255, null])
  expect(old.emergency(0xff)).toBe(1)
})

it('runs a functional test after it was started, and sets the done flag until it is reset', () => {
  const talk = talkTo(new VirtualGear({ identity, emergency, short: 0 }))
  expect([talk.emergency(0xfa), talk.emergency(0xfd)]).toEqual([2, 0x08])
  talk.order(0xe3)
  expect(talk.emergency(0xfa)).toBe(0x10)
  talk.wait(30_000)
  expect(talk.emergency(0xfa)).toBe(2)
  expect(talk.emergency(0xfd) ?? 0).toBe(0x02)
  talk.order(0xe6)
  expect((talk.emergency(0xfd) ?? 0) & 0x02).toBe(0)
})

it('waits with a duration test until the battery is full, and tells the delay only after the timeout', () => {
  const gear = new VirtualGear({ identity, short: 0, emergency: { ...emergency, charge: 0.5, timeoutDays: 0 } })
  const talk = talkTo(gear)
  talk.order(0xe4)
  expect((talk.emergency(0xfd) ?? 0) & 0x20).toBe(0x20)
  expect(talk.emergency(0xfc)).toBe(0)
  talk.wait(15 * minuteMs)
  expect(talk.emergency(0xfc)).toBe(0x20)
  expect((talk.emergency(0xfd) ?? 0) & 0x20).toBe(0x20)
  talk.wait(10 * 60 * minuteMs)
  expect(talk.emergency(0xfa)).toBe(0x20)
  talk.wait(60 * minuteMs)
  expect(talk.emergency(0xfa)).toBe(2)
  expect(talk.emergency(0xf3)).toBe(30)
  expect(talk.emergency(0xfc)).toBe(0)
})

it('fails the duration test of a weak battery with its time', () => {
  const talk = talkTo(new VirtualGear({ identity, short: 0, emergency: { ratedMin: 60, lastsMin: 25 } }))
  talk.order(0xe4)
  talk.wait(26 * minuteMs)
  expect(talk.emergency(0xf3)).toBe(12)
  expect(talk.emergency(0xfc)).toBe(0x82)
  expect((talk.emergency(0xfd) ?? 0) & 0x04).toBe(0x04)
})

it('ends an inhibition after 15 minutes, and rests in a mains failure until then', () => {
  const gear = new VirtualGear({ identity, short: 0, emergency })
  const talk = talkTo(gear)
  talk.order(0xe1)
  expect((talk.emergency(0xfd) ?? 0) & 1).toBe(1)
  expect(talk.emergency(0xfa)).toBe(2)
  talk.wait(15 * minuteMs)
  expect((talk.emergency(0xfd) ?? 0) & 1).toBe(0)
  gear.setMains(false, talk.now)
  expect(talk.emergency(0xfa)).toBe(4)
  talk.wait(85 * minuteMs)
  expect(talk.emergency(0xfa)).toBeNull()
  gear.setMains(true, talk.now)
  expect(talk.emergency(0xfa)).toBe(2)
})

it('tests at its own interval', () => {
  const talk = talkTo(
    new VirtualGear({ identity, short: 0, emergency: { ...emergency, functionIntervalDays: 1, features: 0x08 } }),
  )
  talk.say(0xa3, 4)
  expect(talk.emergency(0xf2)).toBe(1)
  talk.wait(24 * 60 * minuteMs)
  expect(talk.emergency(0xfa)).toBe(0x10)
  talk.say(0xa3, 0)
  talk.order(0xec)
  talk.say(0xa3, 0)
  expect(talk.emergency(0xf2)).toBe(255)
})

it('stops a test and what is pending', () => {
  const talk = talkTo(new VirtualGear({ identity, short: 0, emergency }))
  talk.order(0xe4)
  talk.order(0xe5)
  expect([talk.emergency(0xfa), (talk.emergency(0xfd) ?? 0) & 0x30]).toEqual([2, 0])
})

it('misbehaves as gear does that installers meet', () => {
  const gear = new VirtualGear({ identity, short: 0, emergency })
  const { say } = talkTo(gear)
  gear.missNext = 1
  expect([say(0x01, 0x91), say(0x01, 0x91)]).toEqual([null, 255])
  gear.quirks.add('answers255')
  expect(say(0x01, 0xa0)).toBe(255)
  gear.quirks.add('mute')
  expect(say(0x01, 0xa0)).toBeNull()
  gear.quirks.delete('mute')
  gear.quirks.add('forgetsAddress')
  gear.setMains(false, 0)
  gear.setMains(true, 0)
  expect(gear.short).toBe(255)
})
