import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sampleInputs } from './sample-inputs.ts'

const id = '00000000-0000-4000-8000-000000000001'
const samples = sampleInputs({ plantId: id, userId: id, otherId: id })

type Node = { properties?: Record<string, Node>; format?: string; anyOf?: Node[] }
const isDay = (node: Node | undefined): boolean =>
  node?.format === 'date' || (node?.anyOf?.some((one) => isDay(one)) ?? false)

/** Actions whose input itself has a first and a last day. */
const withRange = (Object.keys(actions) as ActionName[]).filter((name) => {
  const { properties = {} } = z.toJSONSchema(actions[name].input, { io: 'input', unrepresentable: 'any' }) as Node
  return isDay(properties.from) && isDay(properties.to ?? properties.until)
})

test('each input with a range of days is found', () => {
  expect(withRange).toEqual(['getLogbookDetails', 'exportLogbook', 'createLogbookReport'])
})

test.each(withRange)('%s refuses a range that ends before it begins', (name) => {
  const parse = (from: string, to: string) => actions[name].input.safeParse({ ...samples[name], from, to })
  expect(parse('2026-03-01', '2026-03-01').success).toBe(true)
  expect(parse('2026-03-02', '2026-03-01').error?.issues).toMatchObject([{ path: ['to'], message: 'end_before_start' }])
})
