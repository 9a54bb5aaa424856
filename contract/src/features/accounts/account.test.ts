import { expect, test } from 'vitest'
import { z } from 'zod'
import { businessFields, requireCompanyFields } from './account.ts'

const business = requireCompanyFields(z.strictObject(businessFields))
const codesOf = (businessname: unknown) =>
  business.safeParse({ kind: 'company', businessname, piva: 'IT12345670017' }).error?.issues.map(({ code }) => code) ??
  []

test.each(['', '  ', undefined, null])('a company name %j is refused as missing', (businessname) => {
  expect(codesOf(businessname)).toContain('custom')
})

// The second is an object without conversion to text.
test.each([5, { toString: 1 }, ['Luce']])('a company name of another type is refused: %j', (businessname) => {
  expect(codesOf(businessname)).toEqual(['invalid_type'])
})
