import { describe, expect, it } from 'vitest'
import { moment, sampleFacts, sampleLamp, sampleResult, sampleUnit } from './fact-fixtures.ts'
import { isUntested, judgeRules, rulesOf, verdictOf } from './judge.rules.ts'
import { ruleIds } from './rule-ids.ts'

const italy = { profile: 'italy', edition: '2024', alwaysOpen: false } as const
const passed = sampleResult('2026-06-20T08:00:00Z', { measuredS: 5000, ratedMin: 60 })
const passedLamp = sampleLamp({ functional: passed, autonomy: passed, knownSince: moment('2026-01-01T12:00:00Z') })
const logbook = {
  missing: [],
  signedMonths: ['2026-06'],
  responsible: 'Paolo Zanatta',
  undrawnSince: null,
  commissioned: null,
  drawings: moment('2026-06-01T08:00:00Z'),
  visual: moment('2026-06-01T08:00:00Z'),
  photometric: moment('2026-06-01T08:00:00Z'),
}
const completeFacts = sampleFacts('2026-07-01T08:00:00Z', { lamps: [passedLamp], units: [sampleUnit()], logbook })
const { required } = rulesOf(italy, false)

describe('compliance verdict', () => {
  it('is met if all rules are, unknown if one is, else not met', () => {
    expect(verdictOf(judgeRules(completeFacts, italy, required))).toEqual({
      state: 'met',
      notMet: 0,
      unknown: 0,
      met: required.length,
      total: required.length,
    })
    const unread = judgeRules({ ...completeFacts, units: [sampleUnit({ driftS: null })] }, italy, required)
    expect(verdictOf(unread)).toMatchObject({ state: 'unknown', unknown: 1, notMet: 0 })
    const incompleteFacts = {
      ...completeFacts,
      units: [sampleUnit({ driftS: null })],
      logbook: { ...logbook, responsible: null, drawings: null },
    }
    expect(
      verdictOf(judgeRules({ ...incompleteFacts, since: moment('2026-01-01T12:00:00Z') }, italy, required)),
    ).toMatchObject({
      state: 'notMet',
      notMet: 1,
      unknown: 1,
      total: required.length,
    })
    expect(verdictOf([]).state).toBe('unknown')
  })

  it('of a plant without lamps is unknown for every rule', () => {
    const rules = judgeRules({ ...completeFacts, lamps: [] }, italy, required)
    expect(rules.every(({ state }) => state === 'unknown')).toBe(true)
    expect(isUntested({ ...completeFacts, lamps: [] })).toBe(true)
    expect(isUntested(completeFacts)).toBe(false)
  })
})

describe('edition of a standard', () => {
  const oldEdition = { ...italy, edition: '2004' } as const
  const judgedAt = (at: string, isPast = false) => {
    const lastMonth = new Date(Date.UTC(Number(at.slice(0, 4)), Number(at.slice(5, 7)) - 2)).toISOString().slice(0, 7)
    const logbookThen = { ...logbook, signedMonths: [lastMonth], visual: moment(at), photometric: moment(at) }
    const facts = sampleFacts(at, {
      lamps: [
        sampleLamp({ functional: sampleResult(at), autonomy: sampleResult(at, { measuredS: 5000, ratedMin: 60 }) }),
      ],
      units: [sampleUnit()],
      logbook: logbookThen,
      isPast,
    })
    return judgeRules(facts, oldEdition, rulesOf(oldEdition, isPast).required)
  }

  it('turns met rules into unknown after its last day', () => {
    const before = judgedAt('2027-05-27T20:00:00Z')
    const after = judgedAt('2027-05-27T22:30:00Z')
    expect(before.some(({ state }) => state === 'met')).toBe(true)
    expect(verdictOf(after).met).toBe(0)
    for (const [at, rule] of before.entries()) {
      expect(after[at]?.state).toBe(rule.state === 'met' ? 'unknown' : rule.state)
      if (rule.state === 'met')
        expect(after[at]?.evidence[0]).toEqual({ what: 'editionOver', at: '2027-05-27T12:00:00.000Z' })
    }
    // The edition in force at its end judges a past month.
    expect(judgedAt('2027-04-30T21:59:59Z', true).some(({ state }) => state === 'met')).toBe(true)
    expect(judgedAt('2027-05-31T21:59:59Z', true).every(({ state }) => state !== 'met')).toBe(true)
  })
})

describe('rules of a profile', () => {
  it('appear once each as required, not required or for today only', () => {
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

it('late results are listed with the rules they concern without changing them', () => {
  const lamps = [
    sampleLamp({ ...passedLamp, later: [{ ...sampleResult('2026-06-29T08:00:00Z'), kind: 'functional' }] }),
  ]
  const rules = judgeRules({ ...completeFacts, lamps }, italy, required)
  const judgedLater = rules.filter(({ later }) => later.length > 0)
  expect(judgedLater.map(({ rule }) => rule)).toEqual(['R1', 'R9'])
  expect(judgedLater[0]?.later).toMatchObject([{ what: 'arrivedLater', addr: 1, at: '2026-06-29T08:00:00.000Z' }])
})

it('evidence lists two hundred rows at most and counts all', () => {
  const lamps = Array.from({ length: 300 }, (_, index) => sampleLamp({ addr: index + 1 }))
  const [first] = judgeRules({ ...completeFacts, lamps }, italy, ['R1'])
  expect([first?.count, first?.evidence.length]).toEqual([300, 200])
})
