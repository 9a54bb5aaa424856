import { type ErrorCode, errorStatus } from '@vigilux/contract/errors.ts'
import { expect, test } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { refusalAnswer, toFailure } from './answer.ts'
import { Refusal } from './refusal.ts'

const messageOf = (code: ErrorCode, details?: unknown) => refusalAnswer(code, 'r1', details).body.message

test.each(Object.keys(errorStatus) as ErrorCode[])('%s has a sentence as message', (code) => {
  expect(messageOf(code)).toMatch(/^\p{Lu}.* .*[.?–]$/u)
  expect(messageOf(code)).not.toMatch(/[{}]|[A-Z]{2,}_[A-Z]/)
})

test('a message contains the details, or a dash without them', () => {
  expect(messageOf('LAMP_WITHOUT_GROUP', { lamps: [33, 35] })).toBe('These lamps would be in no group: 33, 35')
  expect(messageOf('LAMP_WITHOUT_GROUP')).toBe('These lamps would be in no group: –')
  expect(messageOf('NAME_TOO_LONG', { longest: 16 })).toContain('16 characters')
  expect(messageOf('NAME_TOO_LONG', { longest: { toString: 'x' } })).toContain('– characters')
})

test('refusals and defects have a message without internals', () => {
  expect(toFailure(new Refusal('NOT_FOUND'), 'r1', quietLog()).body.message).not.toBe('NOT_FOUND')
  expect(toFailure(new Error('secret'), 'r1', quietLog()).body.message).not.toMatch(/secret|INTERNAL/)
})
