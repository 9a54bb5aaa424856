import { expect, it } from 'vitest'
import { codeAt, createFactorSecret, factorUri, qrPath, stepOfCode, typedSecret } from './totp.ts'

// RFC 6238, appendix B, for SHA-1; the last six of its eight digits.
const secret = Buffer.from('12345678901234567890')

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %i s matches the standard', (seconds, code) => {
  expect(codeAt(secret, new Date(seconds * 1000))).toBe(code)
})

it('a code is valid for half a minute before and after its own', () => {
  const step = 50_000_000
  const at = (steps: number) => new Date((step + steps) * 30_000)
  const code = codeAt(secret, at(0))
  expect([-2, -1, 0, 1, 2].map((steps) => stepOfCode(secret, code, at(steps)))).toEqual([
    undefined,
    step,
    step,
    step,
    undefined,
  ])
})

it.each(['', '12345', '1234567', 'abcdef'])('a code such as %j matches nothing', (code) => {
  expect(stepOfCode(secret, code, new Date(0))).toBeUndefined()
})

it('a new secret has 160 bits', () => {
  expect([createFactorSecret(), createFactorSecret()].map(({ length }) => length)).toEqual([20, 20])
  expect(createFactorSecret()).not.toEqual(createFactorSecret())
})

it('a secret is encoded for apps with the account name', () => {
  const typed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(typedSecret(secret)).toBe(typed)
  const { protocol, host, pathname, searchParams } = new URL(factorUri(secret, 'ada+1@b.test'))
  expect([protocol, host, decodeURIComponent(pathname)]).toEqual(['otpauth:', 'totp', '/Vigilux:ada+1@b.test'])
  expect(Object.fromEntries(searchParams)).toMatchObject({
    secret: typed,
    issuer: 'Vigilux',
    digits: '6',
    period: '30',
  })
  expect(qrPath(factorUri(secret, 'ada+1@b.test')).path.startsWith('M0 0h1v1h-1z')).toBe(true)
})
