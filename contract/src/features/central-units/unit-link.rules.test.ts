import { expect, test } from 'vitest'
import { type LinkMessage, type LinkState, nextLink, reusesConnection } from './unit-link.rules.ts'

const birth = (boot: number, connection: number, life = 'a'): LinkMessage => ({ life, boot, connection, online: true })
const will = (boot: number, connection: number, life = 'a'): LinkMessage => ({
  ...birth(boot, connection, life),
  online: false,
})
const after = (...news: LinkMessage[]): LinkState | undefined =>
  news.reduce<LinkState | undefined>((known, one) => nextLink(known, one) ?? known, undefined)

test.each([
  ['a birth', [birth(3, 1)], [3, 1, true]],
  ['a keepalive', [birth(3, 1), birth(3, 1)], [3, 1, true]],
  ['its will', [birth(3, 1), will(3, 1)], [3, 1, false]],
  ['a keepalive under the number of the will', [birth(3, 1), will(3, 1), birth(3, 1)], [3, 1, true]],
  ['a second will under that number', [birth(3, 1), will(3, 1), birth(3, 1), will(3, 1)], [3, 1, false]],
  ['a keepalive under a number that went back', [birth(3, 2), will(3, 2), birth(3, 0)], [3, 2, true]],
  ['a will of an earlier connection', [birth(3, 2), will(3, 1)], [3, 2, true]],
  ['a will of an earlier boot', [birth(4, 0), will(3, 7)], [4, 0, true]],
  ['the next connection', [birth(3, 1), will(3, 1), birth(3, 2)], [3, 2, true]],
  ['the next boot', [birth(3, 9), birth(4, 0)], [4, 0, true]],
  ['a birth of before', [birth(4, 0), birth(3, 9)], [4, 0, true]],
  ['a will of a connection whose birth never came', [birth(3, 1), will(3, 2)], [3, 2, false]],
])('%s', (_, news, [boot, connection, online]) => {
  expect(after(...news)).toMatchObject({ life: 'a', boot, connection, online })
})

test('a birth of another life takes over, though it begins at boot 0; a will of another is ignored', () => {
  expect(after(birth(9, 4), birth(0, 0, 'b'))).toMatchObject({ life: 'b', boot: 0, online: true })
  expect(after(birth(9, 4), birth(0, 0, 'b'), will(9, 4))).toMatchObject({ life: 'b', online: true })
})

test('silence is no will: the same connection may be read again', () => {
  const silent: LinkState = { life: 'a', boot: 3, connection: 1, online: false, closed: false }
  expect(nextLink(silent, birth(3, 1))).toMatchObject({ online: true })
})

test('a unit that talks after the will of its connection has not counted it, until the number grows', () => {
  const reuses = (...news: LinkMessage[]) => reusesConnection(after(...news) as LinkState)
  const talksOn = [birth(3, 1), will(3, 1), birth(3, 1)]
  expect(reuses(birth(3, 1))).toBe(false)
  expect(reuses(birth(3, 1), will(3, 1))).toBe(false)
  expect(reuses(...talksOn)).toBe(true)
  expect(reuses(...talksOn, birth(3, 1))).toBe(true)
  expect(reuses(...talksOn, birth(3, 2))).toBe(false)
  expect(reuses(birth(3, 2), will(3, 2), birth(3, 0))).toBe(true)
})

const orders = <T>(items: readonly T[]): T[][] =>
  items.length === 0 ? [[]] : items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))

test('every order of arrival within a life ends with the last connection', () => {
  const news = [birth(1, 0), will(1, 0), birth(1, 1), will(1, 1), birth(2, 0)]
  for (const order of orders(news)) expect(after(...order)).toMatchObject({ boot: 2, connection: 0, online: true })
})
