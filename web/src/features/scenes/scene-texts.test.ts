import { expect, test } from 'vitest'
import { weekdaysText } from './scene-texts.ts'

const names = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

test.each([
  [[1, 2, 3, 4, 5], 'Mon–Fri'],
  [[6, 7], 'Sat, Sun'],
  [[3, 1], 'Mon, Wed'],
  [[1, 2, 3, 6, 7], 'Mon–Wed, Sat, Sun'],
])('weekdays %j are read as %s', (weekdays, text) => {
  expect(weekdaysText(weekdays, (weekday) => names[weekday] ?? '')).toBe(text)
})
