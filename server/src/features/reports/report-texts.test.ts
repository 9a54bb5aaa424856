import { expect, it } from 'vitest'
import { loadReportTexts, outcomeText } from './report-texts.ts'

const number = new Intl.NumberFormat('en-GB')

it.each([
  [{ measured_s: 2_460, rated_min: 60 }, 'passed (41 min of 60 min)'],
  [{ measured_s: 0, measured_bound: { is: 'under', seconds: 120 }, rated_min: 60 }, 'passed (under 2 min of 60 min)'],
  [
    { measured_s: 30_600, measured_bound: { is: 'atLeast', seconds: 30_600 }, rated_min: null },
    'passed (8.5 h or more)',
  ],
  [{ measured_s: 3_600, measured_bound: { is: 'atLeast', seconds: 3_600 }, rated_min: 60 }, 'passed (60 min or more)'],
  [{ measured_s: null, rated_min: 60 }, 'passed'],
] as const)('%j reads "%s"', async (measured, text) => {
  const texts = await loadReportTexts('en')
  const shown = outcomeText(texts, { result: 'passed', reason: null, ...measured }, number)
  expect(shown.toLowerCase().replaceAll('\u202f', ' ')).toBe(text)
})
