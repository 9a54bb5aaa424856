import { expect, it } from 'vitest'
import { levelOfPercent, percentOfLevel } from './light.ts'

it('converts between percent and levels with one scale', () => {
  expect([0, 1, 50, 100].map((percent) => levelOfPercent(percent))).toEqual([0, 3, 127, 254])
  expect([0, 1, 127, 254].map((level) => percentOfLevel(level))).toEqual([0, 0, 50, 100])
  for (let percent = 0; percent <= 100; percent++) expect(percentOfLevel(levelOfPercent(percent))).toBe(percent)
})
