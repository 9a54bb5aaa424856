import { describe, expect, it } from 'vitest'
import { moment, sampleFacts, sampleLamp, sampleResult, sampleUnit } from './fact-fixtures.ts'
import { isUntested, judgeRules, rulesOf, verdictOf } from './judge.rules.ts'
import { ruleIds } from './rule-ids.ts'

const italy = { profile: 'italy', edition: '2024', alwaysOpen: false } as const
const passed = sampleResult('2026-06-20T08:00:00Z', { measuredS: 5000, ratedMin: 60 })
const sound = sampleLamp({ functional: passed, autonomy: passed, knownSince: moment('2026-01-01T12:00:00Z') })
const logbook = {
  missing: [],
  signedMonth: '2026-06',
  responsible: 'Paolo Zanatta',
  alterations: [],
  commissioned: null,
  drawings: moment('2026-06-01T08:00:00Z'),
  visual: moment('2026-06-01T08:00:00Z'),
  photometric: moment('2026-06-01T08:00:00Z'),
}
const whole = sampleFacts('2026-07-01T08:00:00Z', { lamps: [sound], units: [sampleUnit()], logbook })
const { required } = rulesOf(italy, false)

describe('the verdict', () => {
  it('is met only when all rules are, unknown when one is, and not met before all', () => {
    expect(verdictOf(judgeRules(whole, italy, required))).toEqual({
      state: 'met',
      notMet: 0,
      unknown: 0,
      met: required.length,
      total: required.length,
    })
    const unread = judgeRules({ ...whole, units: [sampleUnit({ driftS: null })] }, italy, required)
    expect(verdictOf(unread)).toMatchObject({ state: 'unknown', unknown: 1, notMet: 0 })
    const both = {
      ...whole,
      units: [sampleUnit({ driftS: null })],
      logbook: { ...logbook, responsible: null, drawings: null },
    }
    expect(verdictOf(judgeRules({ ...both, since: moment('2026-01-01T12:00:00Z') }, italy, required))).toMatchObject({
      state: 'notMet',
      notMet: 1,
      unknown: 1,
      total: required.length,
    })
    expect(verdictOf([]).state).toBe('unknown')
  })

  it('of a plant without lamps is unknown, rule by rule, whatever else is there', () => {
    const judged = judgeRules({ ...whole, lamps: [] }, italy, required)
    expect(judged.every(({ state }) => state === 'unknown')).toBe(true)
    expect(isUntested({ ...whole, lamps: [] })).toBe(true)
    expect(isUntested(whole)).toBe(false)
  })
})

describe('an edition after its last day', () => {
  const old = { ...italy, edition: '2004' } as const
  const judgedAt = (at: string, isPast = false) => {
    const logbookThen = { ...logbook, signedMonth: '2099-01', visual: moment(at), photometric: moment(at) }
    const facts = sampleFacts(at, {
      lamps: [
        sampleLamp({ functional: sampleResult(at), autonomy: sampleResult(at, { measuredS: 5000, ratedMin: 60 }) }),
      ],
      units: [sampleUnit()],
      logbook: logbookThen,
      isPast,
    })
    return judgeRules(facts, old, rulesOf(old, isPast).required)
  }

  it('after its last day turns met rules into unknown with the reason, and leaves the others', () => {
    const before = judgedAt('2027-05-27T20:00:00Z')
    const after = judgedAt('2027-05-27T22:30:00Z')
    expect(before.some(({ state }) => state === 'met')).toBe(true)
    expect(verdictOf(after).met).toBe(0)
    for (const [at, one] of before.entries()) {
      expect(after[at]?.state).toBe(one.state === 'met' ? 'unknown' : one.state)
      if (one.state === 'met')
        expect(after[at]?.evidence[0]).toEqual({ what: 'editionOver', at: '2027-05-27T12:00:00.000Z' })
    }
    // A past month is judged by the edition that was in force at its end.
    expect(judgedAt('2027-04-30T21:59:59Z', true).some(({ state }) => state === 'met')).toBe(true)
    expect(judgedAt('2027-05-31T21:59:59Z', true).every(({ state }) => state !== 'met')).toBe(true)
  })
})

describe('the rules of a profile', () => {
  it('are all there once, as required, not required, or of today alone', () => {
    for (const isPast of [false, true]) {
      const parts = rulesOf(italy, isPast)
      expect([...parts.required, ...parts.notRequired, ...parts.todayOnly].sort()).toEqual([...ruleIds].sort())
    }
    expect(rulesOf(italy, false).notRequired).toEqual(['R5', 'R6', 'R7', 'R17', 'R18'])
    expect(rulesOf(italy, true).todayOnly).toContain('R23')
    expect(rulesOf({ ...italy, alwaysOpen: true }, false).notRequired).toEqual(['R17', 'R18'])
    expect(rulesOf({ ...italy, edition: '2004' }, false).notRequired).toContain('R15')
    expect(rulesOf({ ...italy, profile: 'germany' }, false).notRequired).not.toContain('R17')
  })
})

it('names results that arrived later beside the rules that look at them, and changes nothing', () => {
  const lamps = [sampleLamp({ ...sound, later: [{ ...sampleResult('2026-06-29T08:00:00Z'), kind: 'functional' }] })]
  const judged = judgeRules({ ...whole, lamps }, italy, required)
  const named = judged.filter(({ later }) => later.length > 0)
  expect(named.map(({ rule }) => rule)).toEqual(['R1', 'R9'])
  expect(named[0]?.later).toMatchObject([{ what: 'arrivedLater', addr: 1, at: '2026-06-29T08:00:00.000Z' }])
})

it('names at most two hundred rows of evidence, and counts them all', () => {
  const lamps = Array.from({ length: 300 }, (_, index) => sampleLamp({ addr: index + 1 }))
  const [first] = judgeRules({ ...whole, lamps }, italy, ['R1'])
  expect([first?.count, first?.evidence.length]).toEqual([300, 200])
})
