import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import english from './locales/en.json'
import { formatMeasured } from './measured-text.ts'

const t = ((key: string, values: Record<string, string>) =>
  english.column[key.replace('column.', '') as 'measuredOf'].replaceAll(
    /\{\{(\w+)\}\}/g,
    (_, name) => values[name] ?? '',
  )) as unknown as TFunction<'emergency-tests'>
const minutes = (milliseconds: number) => `${milliseconds / 60_000} min`

test.each([
  [{ measured_s: 2460, rated_min: 60 }, '41 min of 60 min'],
  [{ measured_s: 2460, rated_min: null }, '41 min'],
  [{ measured_s: 0, measured_bound: { is: 'under', seconds: 120 }, rated_min: 60 }, 'under 2 min of 60 min'],
  [{ measured_s: 30_600, measured_bound: { is: 'atLeast', seconds: 30_600 }, rated_min: null }, '510 min or more'],
  [{ measured_s: 3600, measured_bound: { is: 'atLeast', seconds: 3600 }, rated_min: 60 }, '60 min or more'],
  [{ measured_s: null, rated_min: 60 }, null],
] as const)('%j is shown as %j', (row, text) => {
  expect(formatMeasured({ ...row }, t, minutes)).toBe(text)
})
