import { expect, it } from 'vitest'
import { base32, codeOfStep, factorUri, qrPath, stepAt, stepOfCode } from './totp.ts'

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
  expect(codeOfStep(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
})

it('a code is valid for half a minute before and after its own', () => {
  const step = 50_000_000
  const code = codeOfStep(secret, step)
  const at = (steps: number) => new Date((step + steps) * 30_000)
  expect([-2, -1, 0, 1, 2].map((steps) => stepOfCode(secret, code, at(steps)))).toEqual([
    undefined,
    step,
    step,
    step,
    undefined,
  ])
})

it('a secret is encoded for apps with the account name', () => {
  // RFC 4648, section 10.
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
  const uri = 'otpauth://totp/Vigilux:ada%2B1%40b.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Vigilux'
  expect(factorUri(secret, 'ada+1@b.test')).toBe(uri)
  expect(qrPath(uri).path.startsWith('M0 0h1v1h-1z')).toBe(true)
})
