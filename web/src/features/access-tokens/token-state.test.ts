import type { AccessToken } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { expect, test } from 'vitest'
import { distanceText, endOf, orderTokens, stateOf } from './token-state.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const day = 86_400_000
const inDays = (days: number) => new Date(now + days * day).toISOString()
const tokenWith = (change: Partial<AccessToken>): AccessToken => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Energy script',
  scopes: ['read'],
  plants: null,
  maker: { id: 'ada', name: 'Ada' },
  madeAt: inDays(-30),
  lastUsedAt: null,
  expiresAt: inDays(30),
  end: null,
  ...change,
})

test.each([
  [15, 'valid'],
  [14.01, 'valid'],
  [14, 'endsSoon'],
  [0.01, 'endsSoon'],
  [0, 'ended'],
] as const)('a token with %s days left has the state %s', (days, state) => {
  expect(stateOf(tokenWith({ expiresAt: inDays(days) }), now)).toBe(state)
})

test('a revoked token keeps the reason of its end after its last day', () => {
  const end = { at: inDays(-3), reason: 'revoked' as const }
  expect(endOf(tokenWith({ expiresAt: inDays(-1), end }), now)).toEqual(end)
})

test('ended tokens follow the valid ones, both in their order', () => {
  const ids = ['ended 1', 'valid 1', 'ended 2', 'valid 2']
  const tokens = ids.map((id) => tokenWith({ id, expiresAt: inDays(id.startsWith('ended') ? -1 : 1) }))
  expect(orderTokens(tokens, now).map(({ id }) => id)).toEqual(['valid 1', 'valid 2', 'ended 1', 'ended 2'])
})

test.each([
  [1 / 200, 'in 1 hour'],
  [1, 'in 24 hours'],
  [14, 'in 14 days'],
  [30, 'in 30 days'],
  [112, 'in 16 weeks'],
  [213, 'in 7 months'],
  [365, 'in 12 months'],
  [730, 'in 2 years'],
])('%s days are named "%s"', (days, text) => {
  expect(distanceText(inDays(days), now, 'en')).toBe(text)
})

test('a distance is in the language of the reader', () => {
  expect(distanceText(inDays(14), now, 'de')).toBe('in 14 Tagen')
  expect(distanceText(inDays(14), now, 'pl')).toBe('za 14 dni')
})
