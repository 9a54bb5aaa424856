import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import { isBlock, parsePaste } from './paste.ts'

const lamps = [3, 1, 2].map((id) => ({ cu: 'x_1', id, description: `D${id}`, location: `L${id}` }) as Lamp)
const [first, second] = lamps as [Lamp, Lamp]

test('a block fills down in the displayed order and names leftovers', () => {
  const { rows, left: leftOver } = parsePaste('Door\r\n Gate\t\r\nExit\r\n', lamps, second, 'location')
  expect(rows.map(({ lamp: { id }, after }) => [id, after])).toEqual([[1, { description: 'D1', location: 'Door' }]])
  expect(leftOver).toEqual(['Gate · ', 'Exit'])
  const fullPaste = parsePaste('a\nb\nc\nd', lamps, first, 'location')
  expect(fullPaste.rows.map(({ lamp: { id }, after }) => [id, after.location])).toEqual([
    [3, 'a'],
    [1, 'b'],
    [2, 'c'],
  ])
  expect(fullPaste.left).toEqual(['d'])
})

test('a second column fills the place, and a third or long text does not fit', () => {
  const { rows, left: leftOver } = parsePaste(`Door\tHall\n${'x'.repeat(81)}\na\tb\tc`, lamps, first, 'description')
  expect(rows.map(({ after }) => after)).toEqual([{ description: 'Door', location: 'Hall' }])
  expect(leftOver).toEqual(['x'.repeat(81), 'a · b · c'])
})

test.each([
  ['"Door\nleft"\tHall\nGate\n', ['Door left', 'Gate']],
  ['"Say ""hi""\r\nthere"\r\nGate', ['Say "hi" there', 'Gate']],
  ['"Door"\n5" pipe\n"a" b', ['"Door"', '5" pipe', '"a" b']],
  ['"open\nGate', ['"open', 'Gate']],
])('line breaks within the cells of %j move no text to another lamp', (block, descriptions) => {
  const { rows } = parsePaste(block, lamps, first, 'description')
  expect(rows.map(({ after }) => after.description)).toEqual(descriptions)
})

test('one line with one cell is no block', () => {
  expect([isBlock('Door'), isBlock('Door\r\n'), isBlock('a\tb'), isBlock('a\nb')]).toEqual([false, false, true, true])
})
