import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { estimateRemainingMs, stateText } from './test-texts.ts'
import { verdictText } from './verdict-text.ts'

const run = (change: Partial<TestRun>) =>
  ({ state: 'finished', passed: 855, failed: 0, notExecuted: 1, total: 856, ...change }) as TestRun

const translationOf = async (language: string) => {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng: language === 'no' ? 'nb' : language,
    resources: {
      [language === 'no' ? 'nb' : language]: {
        'emergency-tests': (await import(`./locales/${language}.json`)).default,
        shared: (await import(`../../shared/locales/${language}.json`)).default,
      },
    },
  })
  return i18n.getFixedT(null, 'emergency-tests')
}

test.each(languages)('in %s a partly passed test states how many lamps were not executed', async (language) => {
  const t = await translationOf(language)
  const text = stateText(run({}), t)
  const passed = t('state.passed', { ns: 'shared' })
  expect(text).toMatch(new RegExp(`^${passed}, 1\\D`))
  expect(text).not.toBe(stateText(run({ passed: 0, notExecuted: 856 }), t))
  expect(stateText(run({ passed: 856, notExecuted: 0 }), t)).toBe(passed)
  expect(stateText(run({ failed: 1, passed: 854 }), t)).toMatch(/^\D*1\D.+, 1\D/)
  expect(stateText(run({ passed: 851, notExecuted: 5 }), t)).toMatch(/, 5\D/)
})

test('the English verdict reads like a natural sentence', async () => {
  const t = await translationOf('en')
  const noDetails = { spare: undefined, ran: undefined, reason: undefined }
  const text = (change: Partial<TestRun>, details = {}) => verdictText(run(change), { ...noDetails, ...details }, t)
  expect(text({ passed: 851, failed: 4 })).toBe('4 lamps failed, 1 not executed')
  expect(text({ passed: 855, failed: 1 })).toBe('1 lamp failed')
  expect(text({ passed: 856, notExecuted: 0 }, { spare: '3 min' })).toBe('Passed, only 3 min to spare')
  expect(text({}, { spare: '3 min' })).toBe('Passed, 1 not executed')
  expect(text({ passed: 0 }, { reason: 'no_result' })).toBe('Not executed: no result reported')
  expect(text({ state: 'stopped', reason: 'stopped_by_user' }, { ran: '12 min' })).toBe('Stopped by user after 12 min')
})

test('the remaining time follows the expected end or the pace of the lamps', () => {
  const startedAt = '2026-03-02T09:00:00.000Z'
  const after = (seconds: number) => Date.parse(startedAt) + seconds * 1000
  const runningTest = (change: Partial<TestRun>) => run({ state: 'running', startedAt, ...change })
  const functional = { total: 10, passed: 3, failed: 1, notExecuted: 1, expectedEndAt: null }
  expect(estimateRemainingMs(runningTest(functional), after(50))).toBe(50_000)
  expect(estimateRemainingMs(runningTest({ ...functional, passed: 0 }), after(50))).toBeNull()
  expect(estimateRemainingMs(runningTest({ ...functional, passed: 8 }), after(50))).toBeNull()
  const autonomy = { expectedEndAt: '2026-03-02T10:00:00.000Z' }
  expect(estimateRemainingMs(runningTest(autonomy), after(600))).toBe(3_000_000)
  expect(estimateRemainingMs(runningTest(autonomy), after(3700))).toBeNull()
})

test('the English text is that of the specification', async () => {
  const t = await translationOf('en')
  expect(stateText(run({}), t)).toBe('Passed, 1 not executed')
})
