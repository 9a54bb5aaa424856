import type { AccessToken } from '@vigilux/contract/features/access-tokens/access-token.ts'

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

export const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`

/** A valid token of the person, for all plants. */
export const tokenWith = (change: Partial<AccessToken> = {}): AccessToken => ({
  id: id(5),
  name: 'Energy script',
  scopes: ['read'],
  plants: null,
  maker: { id: 'ada', name: 'Ada Rossi' },
  madeAt: '2026-03-14T09:00:00.000Z',
  lastUsedAt: null,
  expiresAt: inDays(200),
  end: null,
  ...change,
})

export const tokenText = `vgx_${'a'.repeat(43)}0123ab`
