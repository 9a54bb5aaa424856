import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { stateText } from './test-words.ts'

const run = (change: Partial<TestRun>) =>
  ({ state: 'finished', passed: 855, failed: 0, notExecuted: 1, total: 856, ...change }) as TestRun

const wordsOf = async (language: string) => {
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
  return { t: i18n.getFixedT(null, 'emergency-tests'), tShared: i18n.getFixedT(null, 'shared') }
}

test.each(languages)('in %s a test that passed in part says how many were not executed', async (language) => {
  const { t, tShared } = await wordsOf(language)
  const text = stateText(run({}), t, tShared)
  const passed = tShared('state.passed')
  expect(text.startsWith(`${passed}, 1 `)).toBe(true)
  expect(text).not.toBe(stateText(run({ passed: 0, notExecuted: 856 }), t, tShared))
  expect(stateText(run({ passed: 856, notExecuted: 0 }), t, tShared)).toBe(passed)
  expect(stateText(run({ failed: 1, passed: 854 }), t, tShared)).toBe(tShared('state.failed'))
  expect(stateText(run({ passed: 851, notExecuted: 5 }), t, tShared)).toMatch(/, 5 /)
})

test('in English it is the sentence of the specification', async () => {
  const { t, tShared } = await wordsOf('en')
  expect(stateText(run({}), t, tShared)).toBe('Passed, 1 not executed')
})
