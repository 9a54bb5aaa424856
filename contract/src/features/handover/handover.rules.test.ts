import { describe, expect, it } from 'vitest'
import {
  findDefects,
  findMissingItems,
  fullTestResult,
  hasEnoughLight,
  judgeHandover,
  lightRepeatDue,
} from './handover.rules.ts'
import { checklistItems, type HandoverDraft, type InstalledLamp, measurement } from './handover.ts'

const lamp = (overrides: Partial<InstalledLamp> = {}): InstalledLamp => ({
  cu: 'logica_0A1B2C',
  addr: 1,
  serial: 'A1B2C1',
  name: 'Hall',
  place: '',
  ratedMin: 60,
  test: { result: 'passed', at: '2026-03-01T09:00:00.000Z', measuredS: 3600 },
  ...overrides,
})
const point = { point: 'Hall', lux: 1.2, requiredLux: 1, instrument: 'L-100', on: '2026-03-01' }
const completeDraft: HandoverDraft = {
  answers: Object.fromEntries(checklistItems.map((item) => [item, { answer: 'yes', note: '' }])),
  measurements: [point],
  remarks: '',
}
const judge = (
  overrides: { draft?: Partial<HandoverDraft>; lamps?: InstalledLamp[]; kind?: 'initial' | 'repeat' } = {},
) => ({
  kind: overrides.kind ?? ('initial' as const),
  installed: { units: [], lamps: overrides.lamps ?? [lamp()] },
  draft: { ...completeDraft, ...overrides.draft },
})

describe('light measurement', () => {
  it.each([
    [1, 1, true],
    [0.9, 1, false],
    [4.99, 5, false],
    [5, 5, true],
  ])('of %d lx with %d lx required is enough: %s', (lux, requiredLux, isMet) => {
    expect(hasEnoughLight({ lux, requiredLux })).toBe(isMet)
  })
  it.each([
    { lux: -0.1 },
    { lux: Number.NaN },
    { lux: Number.POSITIVE_INFINITY },
    { requiredLux: 0 },
    { instrument: ' ' },
    { on: '' },
    { on: '2026-02-30' },
    { point: '' },
  ])('is refused with %j', (overrides) => {
    expect(measurement.safeParse(point).success).toBe(true)
    expect(measurement.safeParse({ ...point, ...overrides }).success).toBe(false)
  })
  it.each(['instrument', 'on', 'lux'] as const)('is refused without %s', (name) => {
    const { [name]: _, ...rest } = point
    expect(measurement.safeParse(rest).success).toBe(false)
  })
})

it('a test that ended early counts as failed, and a missing one as untested', () => {
  expect(fullTestResult(lamp())).toBe('passed')
  expect(fullTestResult(lamp({ test: { result: 'passed', at: '', measuredS: 3599 } }))).toBe('failed')
  expect(fullTestResult(lamp({ test: { result: 'passed', at: '', measuredS: null } }))).toBe('passed')
  expect(fullTestResult(lamp({ test: null }))).toBe('untested')
})

describe('handover verification', () => {
  it('is met with complete answers and no defects', () => {
    expect([findMissingItems(judge()), findDefects(judge()), judgeHandover(judge())]).toEqual([[], [], 'met'])
  })
  it('is unknown while items are missing, and lists them', () => {
    const { drawings: _, signsVisible: __, ...answers } = completeDraft.answers
    const judgedFacts = judge({ lamps: [lamp(), lamp({ test: null })], draft: { answers, measurements: [] } })
    expect(findMissingItems(judgedFacts)).toEqual([
      { what: 'untested', count: 1 },
      { what: 'answer', item: 'drawings' },
      { what: 'answer', item: 'signsVisible' },
      { what: 'measurements' },
    ])
    expect(judgeHandover(judgedFacts)).toBe('unknown')
    expect(judgeHandover(judge({ lamps: [] }))).toBe('unknown')
  })
  it('requires a note for each answer other than yes', () => {
    const notApplicable = { answer: 'notApplicable' as const, note: '' }
    const answers = { ...completeDraft.answers, drawings: notApplicable, signsVisible: notApplicable }
    expect(findMissingItems(judge({ draft: { answers } })).map(({ what, item }) => [what, item])).toEqual([
      ['note', 'drawings'],
      ['note', 'signsVisible'],
    ])
  })
  it('reports defects before missing items', () => {
    const answers = { labels: { answer: 'no' as const, note: 'None' } }
    const judgedFacts = judge({
      lamps: [lamp({ test: { result: 'failed', at: '', measuredS: 60 } })],
      draft: { answers, measurements: [point, { ...point, lux: 0.9 }] },
    })
    expect(findDefects(judgedFacts)).toEqual([
      { what: 'lamps', count: 1 },
      { what: 'answer', item: 'labels' },
      { what: 'light', at: 1 },
    ])
    expect(judgeHandover(judgedFacts)).toBe('notMet')
  })
  it('of the light alone requires only measurements', () => {
    const judgedFacts = judge({ kind: 'repeat', lamps: [lamp({ test: null })], draft: { answers: {} } })
    expect([findMissingItems(judgedFacts), judgeHandover(judgedFacts)]).toEqual([[], 'met'])
  })
})

it.each([
  ['2026-03-01', '2031-03-01'],
  ['2028-02-29', '2033-02-28'],
  ['2027-12-31', '2032-12-31'],
])('the light measured on %s is measured again by %s', (measuredOn, due) => {
  expect(lightRepeatDue(measuredOn)).toBe(due)
})
