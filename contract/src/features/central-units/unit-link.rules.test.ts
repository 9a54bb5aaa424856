import { expect, test } from 'vitest'
import { type LinkMessage, type LinkState, nextLink, reusesConnection } from './unit-link.rules.ts'

const createBirth = (boot: number, connection: number, life = 'a'): LinkMessage => ({
  life,
  boot,
  connection,
  online: true,
})
const createWill = (boot: number, connection: number, life = 'a'): LinkMessage => ({
  ...createBirth(boot, connection, life),
  online: false,
})
const after = (...messages: LinkMessage[]): LinkState | undefined =>
  messages.reduce<LinkState | undefined>((state, one) => nextLink(state, one) ?? state, undefined)

test.each([
  ['a birth', [createBirth(3, 1)], [3, 1, true]],
  ['a keepalive', [createBirth(3, 1), createBirth(3, 1)], [3, 1, true]],
  ['its will', [createBirth(3, 1), createWill(3, 1)], [3, 1, false]],
  ['a keepalive under the number of the will', [createBirth(3, 1), createWill(3, 1), createBirth(3, 1)], [3, 1, true]],
  [
    'a second will under that number',
    [createBirth(3, 1), createWill(3, 1), createBirth(3, 1), createWill(3, 1)],
    [3, 1, false],
  ],
  ['a keepalive under a number that went back', [createBirth(3, 2), createWill(3, 2), createBirth(3, 0)], [3, 2, true]],
  ['a will of an earlier connection', [createBirth(3, 2), createWill(3, 1)], [3, 2, true]],
  ['a will of an earlier boot', [createBirth(4, 0), createWill(3, 7)], [4, 0, true]],
  ['the next connection', [createBirth(3, 1), createWill(3, 1), createBirth(3, 2)], [3, 2, true]],
  ['the next boot', [createBirth(3, 9), createBirth(4, 0)], [4, 0, true]],
  ['a birth of before', [createBirth(4, 0), createBirth(3, 9)], [4, 0, true]],
  ['a will of a connection whose birth never came', [createBirth(3, 1), createWill(3, 2)], [3, 2, false]],
])('the link after %s', (_, messages, [boot, connection, online]) => {
  expect(after(...messages)).toMatchObject({ life: 'a', boot, connection, online })
})

test('a birth of another life takes over, and the former will is ignored', () => {
  expect(after(createBirth(9, 4), createBirth(0, 0, 'b'))).toMatchObject({ life: 'b', boot: 0, online: true })
  expect(after(createBirth(9, 4), createBirth(0, 0, 'b'), createWill(9, 4))).toMatchObject({ life: 'b', online: true })
})

test('a silent unit comes back online on the same connection', () => {
  const offlineState: LinkState = { life: 'a', boot: 3, connection: 1, online: false, closed: false }
  expect(nextLink(offlineState, createBirth(3, 1))).toMatchObject({ online: true })
})

test('a unit that reports after its will reuses its connection number', () => {
  const reuses = (...messages: LinkMessage[]) => reusesConnection(after(...messages) as LinkState)
  const talksOn = [createBirth(3, 1), createWill(3, 1), createBirth(3, 1)]
  expect(reuses(createBirth(3, 1))).toBe(false)
  expect(reuses(createBirth(3, 1), createWill(3, 1))).toBe(false)
  expect(reuses(...talksOn)).toBe(true)
  expect(reuses(...talksOn, createBirth(3, 1))).toBe(true)
  expect(reuses(...talksOn, createBirth(3, 2))).toBe(false)
  expect(reuses(createBirth(3, 2), createWill(3, 2), createBirth(3, 0))).toBe(true)
})

const orders = <T>(items: readonly T[]): T[][] =>
  items.length === 0 ? [[]] : items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))

test('any order of messages within a life ends with the last connection', () => {
  const messages = [createBirth(1, 0), createWill(1, 0), createBirth(1, 1), createWill(1, 1), createBirth(2, 0)]
  for (const order of orders(messages)) expect(after(...order)).toMatchObject({ boot: 2, connection: 0, online: true })
})
