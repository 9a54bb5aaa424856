import { moment, sampleFacts, sampleLamp, sampleResult } from '@vigilux/contract/features/compliance/fact-fixtures.ts'
import type { LampFact } from '@vigilux/contract/features/compliance/facts.ts'
import { judgeFindings, resultRules } from '@vigilux/contract/features/compliance/judge.rules.ts'
import { defaultProfileChoice } from '@vigilux/contract/features/compliance/profiles.rules.ts'
import type { RuleId } from '@vigilux/contract/features/compliance/rule-ids.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLampJudge } from './judge-weeks.ts'

const at = '2026-03-02T00:00:00Z'

/** Results of an autonomy test: none, passed, without a measured time, just above the rated duration, failed. */
const autonomies = [
  null,
  sampleResult(at, { measuredS: 7200 }),
  sampleResult(at),
  sampleResult(at, { measuredS: 3700 }),
  sampleResult(at, { result: 'failed', measuredS: 1800 }),
]

const lampArbitrary = fc
  .record({
    addr: fc.integer({ min: 1, max: 6 }),
    autonomy: fc.constantFrom(...autonomies),
    testsToRatedDuration: fc.boolean(),
  })
  .map((facts) => sampleLamp(facts))

test('lamps judged week by week as they change are judged like all lamps at once', () => {
  const choice = defaultProfileChoice('IT')
  const judgeAt =
    (day: number) =>
    (lamps: LampFact[], rules: readonly RuleId[]): ReturnType<typeof judgeFindings> =>
      judgeFindings(
        sampleFacts(at, { at: moment(new Date(Date.parse(at) + day * 86_400_000).toISOString()), lamps }),
        choice,
        rules,
      )
  fc.assert(
    fc.property(fc.array(fc.array(lampArbitrary, { maxLength: 4 }), { maxLength: 12 }), (weeks) => {
      const judgeLamps = createLampJudge()
      const known = new Map<number, LampFact>()
      for (const [week, changed] of weeks.entries()) {
        const judge = judgeAt(400 * week)
        for (const lamp of changed) known.set(lamp.addr, lamp)
        const current = changed.filter((lamp) => known.get(lamp.addr) === lamp)
        const states = judgeLamps([...known.values()], current, judge).map(({ rule, state }) => [rule, state])
        expect(states).toEqual(judge([...known.values()], resultRules.byLamp).map(({ rule, state }) => [rule, state]))
      }
    }),
  )
})
