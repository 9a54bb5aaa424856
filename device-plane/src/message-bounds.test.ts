import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findExceededBound, messageBounds } from './message-bounds.ts'

const { bytes, depth, keys, textBytes } = messageBounds
const found = (json: string) => findExceededBound(Buffer.from(json))
const nested = (levels: number, [open, close]: [string, string] = ['[', ']']) =>
  open.repeat(levels) + close.repeat(levels)
const members = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":[{"a":1,"b":2}]`).join(',')}}`
/** A message of this size with only short texts. */
const ofSize = (size: number) => `${`[${'1,'.repeat(size)}`.slice(0, size - 2)}1]`

describe('message limits', () => {
  test.each([
    ['bytes', ofSize(bytes), ofSize(bytes + 1), 'size'],
    ['arrays', nested(depth), nested(depth + 1), 'depth'],
    ['objects', nested(depth - 1, ['{"a":', '}']).replace(':}', ':{}}'), nested(depth + 1, ['{"a":', '}']), 'depth'],
    ['members', members(keys), members(keys + 1), 'keys'],
    ['a text', JSON.stringify('x'.repeat(textBytes)), JSON.stringify('x'.repeat(textBytes + 1)), 'string'],
    ['a key', `{"${'x'.repeat(textBytes)}":1}`, `{"${'x'.repeat(textBytes + 1)}":1}`, 'string'],
    ['wide text', JSON.stringify('é'.repeat(textBytes / 2)), JSON.stringify('é'.repeat(textBytes / 2 + 1)), 'string'],
    ['escapes', `"${'\\n'.repeat(textBytes)}"`, `"${'\\n'.repeat(textBytes + 1)}"`, 'string'],
    ['numbered escapes', `"${'\\u0041'.repeat(textBytes)}"`, `"${'\\u0041'.repeat(textBytes + 1)}"`, 'string'],
    [
      'surrogate pairs',
      `"${'\\ud83d\\udca1'.repeat(textBytes / 4)}"`,
      `"${'\\ud83d\\udca1'.repeat(textBytes / 4 + 1)}"`,
      'string',
    ],
  ])('accept %s at the limit and refuse one more', (_, accepted, excessive, expectedExcess) => {
    expect(found(accepted)).toBeNull()
    expect(found(excessive)).toBe(expectedExcess)
  })
})

test('a hundred thousand levels are refused quickly', () => {
  expect(found(`{"body":${nested(100_000)}}`)).toBe('depth')
})

test('brackets, colons and quotes within text do not count', () => {
  expect(found(JSON.stringify({ text: '[{"'.repeat(200), colons: ':'.repeat(2_000), end: '\\' }))).toBeNull()
})

test('members are counted per object', () => {
  expect(found(`[${members(keys)},${members(keys)}]`)).toBeNull()
  expect(found(`[{},${members(keys + 1)}]`)).toBe('keys')
})

test('invalid JSON and any bytes get a result', () => {
  for (const malformedText of ['', '"', '"\\', '"\\u', ']]]]', '{{', '\u0000']) expect(found(malformedText)).toBeNull()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (anyBytes) => [null, 'depth'].includes(findExceededBound(anyBytes))),
  )
})

test('the verdict matches the parsed form of any JSON', () => {
  const layers = fc.array(fc.constantFrom('array', 'object', 'beside'), { maxLength: 2 * depth })
  fc.assert(
    fc.property(layers, fc.string(), (kinds, text) => {
      const value = kinds.reduce<unknown>((child, kind) => {
        if (kind === 'object') return { [text]: child }
        return kind === 'array' ? [child] : [text, {}, child]
      }, text)
      expect(found(JSON.stringify(value)) === 'depth').toBe(depthOf(value) > depth)
    }),
  )
})

const depthOf = (value: unknown): number =>
  value === null || typeof value !== 'object' ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf))
