import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'
import { formatsFor } from './format.ts'

test.each([
  ['en', 1, '1 kB'],
  ['de', 12_300, '13 kB'],
  ['en', 999 * 1024, '999 kB'],
  ['de', 1.44 * 1024 ** 2, '1,4 MB'],
  ['fr', 1.44 * 1024 ** 2, '1,4 Mo'],
  ['en', 20 * 1024 ** 2, '20 MB'],
] as const)('in %s %i bytes are %s', (language, bytes, text) => {
  expect(fileSize(bytes, formatsFor(language)).replace(/[\u00A0\u202F]/g, ' ')).toBe(text)
})
