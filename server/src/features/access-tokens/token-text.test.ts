import { tokenPattern } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { expect, it } from 'vitest'
import { createTokenText, hashOfToken } from './token-text.ts'

it('a token has the form of the contract, and its hash does not contain it', () => {
  const { token, hash } = createTokenText()
  expect(token).toMatch(tokenPattern)
  expect(hashOfToken(token)).toBe(hash)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(createTokenText().token).not.toBe(token)
})

it('a token with one altered letter has no hash', () => {
  const { token } = createTokenText()
  const altered = [...token].map((letter, place) => {
    const other = letter === 'a' ? 'b' : 'a'
    return token.slice(0, place) + other + token.slice(place + 1)
  })
  expect(altered.map(hashOfToken)).toEqual(altered.map(() => null))
  for (const other of ['', 'vgx_', `${token} `, ` ${token}`, token.slice(0, -1), `${token}0`])
    expect(hashOfToken(other)).toBeNull()
})
