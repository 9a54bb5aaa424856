import { expect, it } from 'vitest'
import { commandByte, levelByte, type Target, targetOf } from './address.ts'

const vectors: [Target, number, number][] = [
  [{ short: 0 }, 0x00, 0x01],
  [{ short: 1 }, 0x02, 0x03],
  [{ short: 63 }, 0x7e, 0x7f],
  [{ group: 0 }, 0x80, 0x81],
  [{ group: 15 }, 0x9e, 0x9f],
  ['unaddressed', 0xfc, 0xfd],
  ['all', 0xfe, 0xff],
]

it.each(vectors)('encodes %j', (target, level, command) => {
  expect([levelByte(target), commandByte(target)]).toEqual([level, command])
  expect(targetOf(level)).toEqual({ target, isLevel: true })
  expect(targetOf(command)).toEqual({ target, isLevel: false })
})

it('refuses addresses that do not exist', () => {
  for (const target of [{ short: 64 }, { short: -1 }, { short: 1.5 }, { group: 16 }])
    expect(() => levelByte(target)).toThrow(RangeError)
})

it('names no receivers of special frames', () => {
  for (let first = 0xa0; first < 0xfc; first++) expect(targetOf(first)).toBeNull()
})
