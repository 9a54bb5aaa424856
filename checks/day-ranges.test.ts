import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import { expect, test } from 'vitest'
import { sampleInputs } from './sample-inputs.ts'

const id = '00000000-0000-4000-8000-000000000001'
const samples = sampleInputs({ plantId: id, userId: id, otherId: id })

const day = '2026-03-01'
const parse = (name: ActionName, range: object) => actions[name].input.safeParse({ ...samples[name], ...range })

/** Actions whose input itself has a first and a last day. */
const withRange = (Object.keys(actions) as ActionName[]).filter((name) =>
  [
    { from: day, to: day },
    { from: day, until: day },
  ].some((range) => {
    const { data } = parse(name, range)
    return Object.keys(range).every((field) => Object.hasOwn((data ?? {}) as object, field))
  }),
)

test('each input with a range of days is found', () => {
  expect(withRange).toEqual(['getLogbookDetails', 'exportLogbook', 'createLogbookReport'])
})

test.each(withRange)('%s refuses a range that ends before it begins', (name) => {
  expect(parse(name, { from: '2026-03-02', to: day }).error?.issues).toMatchObject([
    { path: ['to'], message: 'end_before_start' },
  ])
})
