import fc from 'fast-check'
import { expect, test } from 'vitest'
import { framingGuard } from './framing-guard.ts'

const lengthBytes = (length: number): number[] =>
  length < 128 ? [length] : [(length % 128) | 0x80, ...lengthBytes(Math.floor(length / 128))]
const packet = (length: number) =>
  Buffer.concat([Buffer.of(0x30), Buffer.from(lengthBytes(length)), Buffer.alloc(length)])

test('a stream is valid while every packet keeps the limit, in any chunks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 300 }),
      (lengths, chunk, limit) => {
        const checkFrame = framingGuard(() => limit)
        const stream = Buffer.concat(lengths.map(packet))
        const chunks = Array.from({ length: Math.ceil(stream.length / chunk) }, (_, at) =>
          stream.subarray(at * chunk, (at + 1) * chunk),
        )
        expect(chunks.every((bytes) => checkFrame(bytes))).toBe(lengths.every((length) => length <= limit))
      },
    ),
  )
})

test('a packet is refused by its header alone', () => {
  expect(framingGuard(() => 1000)(Buffer.of(0x30, 0xff, 0xff, 0x7f))).toBe(false)
})

test('a length of more than four bytes is refused', () => {
  expect(framingGuard(() => 2 ** 31)(Buffer.of(0x30, 0xff, 0xff, 0xff, 0xff, 0x01))).toBe(false)
})

test('the limit is read again for each packet', () => {
  let limit = 10
  const checkFrame = framingGuard(() => limit)
  expect(checkFrame(packet(10))).toBe(true)
  limit = 200
  expect(checkFrame(packet(200))).toBe(true)
})
