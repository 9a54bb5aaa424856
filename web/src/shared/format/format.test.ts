import { expect, test } from 'vitest'
import { formatsFor } from './format.ts'

test('the formatters of a language and zone are made once, however many parts of a page use them', () => {
  expect(formatsFor('de', 'Europe/Rome')).toBe(formatsFor('de', 'Europe/Rome'))
  expect(formatsFor('de')).not.toBe(formatsFor('de', 'Europe/Rome'))
  expect(formatsFor('de', 'Europe/Rome').time('2026-01-01T12:00:00Z')).toBe('13:00')
  expect(formatsFor('de', 'Europe/London').time('2026-01-01T12:00:00Z')).toBe('12:00')
})
