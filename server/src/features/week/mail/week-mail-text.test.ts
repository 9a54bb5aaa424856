import type { Duty } from '@vigilux/contract/features/week/week.ts'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { describe, expect, it } from 'vitest'
import { isAnythingDue, type JudgedPlant, weekMailValues } from './week-mail-text.ts'

const plant = (name: string, state: JudgedPlant['verdict']['state'], notMet = 0): JudgedPlant => ({
  name,
  verdict: { state, notMet },
})
const met = [plant('Depot', 'met'), plant('Hotel', 'met'), plant('School', 'met')]
const duty = (change: Partial<Duty>): Duty => ({
  kind: 'repair',
  plant: { id: '1', name: 'Hotel', timezone: 'Europe/Rome' },
  day: '2026-03-04',
  overdue: false,
  count: 2,
  permission: 'plant.operate',
  allowed: true,
  test: null,
  month: null,
  ...change,
})
const signature = duty({ kind: 'signature', count: 1, month: '2026-02', day: '2026-02-28', overdue: true })
const autonomy = duty({ kind: 'test', count: 1, test: { kind: 'autonomy', at: '2026-03-04T21:00:00.000Z' } })
const day = '2026-03-02'
const linesOf = ({ lines }: { lines?: string }) => JSON.parse(lines ?? '[]') as string[]

describe('weekly mail', () => {
  it('without anything due says that all plants meet every rule', async () => {
    const values = await weekMailValues({ plants: met, duties: [], day }, 'en')
    expect(values).toMatchObject({
      subject: 'Your week: All 3 plants meet every rule today',
      headline: 'All 3 plants meet every rule today',
      plant: 'Week of Mon 2 Mar',
    })
    expect(values).not.toHaveProperty('lines')
    expect(isAnythingDue({ plants: met, duties: [] })).toBe(false)
    expect(isAnythingDue({ plants: [plant('Depot', 'unknown')], duties: [] })).toBe(false)
  })

  it('names unmet rules before duties, each with its plant and day', async () => {
    const content = { plants: [...met, plant('Teatro', 'notMet', 3)], duties: [signature, duty({}), autonomy] }
    expect(isAnythingDue(content)).toBe(true)
    const values = await weekMailValues({ ...content, day }, 'en')
    expect(values.subject).toBe('Your week: 1 of 4 plants does not meet every rule')
    expect(linesOf(values)).toEqual([
      'Teatro, 3 rules not met',
      'Hotel, Sign the logbook: February 2026, was due Sat 28 Feb',
      'Hotel, Repair 2 devices, by Wed 4 Mar',
      'Hotel, Autonomy test, Wed 4 Mar',
    ])
  })

  it('counts duties where all rules are met, and lists ten', async () => {
    const values = await weekMailValues({ plants: met, duties: Array.from({ length: 16 }, () => duty({})), day }, 'en')
    expect(values.subject).toBe('Your week: 16 things to do')
    expect(linesOf(values)).toHaveLength(11)
    expect(linesOf(values).at(-1)).toBe('and 6 more')
  })

  it.each(languages)('is complete in %s', async (language) => {
    const at = '2026-03-03T21:00:00.000Z'
    const duties = [
      signature,
      duty({}),
      duty({ kind: 'battery', day: null }),
      duty({ kind: 'invitation', day: null }),
      duty({ kind: 'test', count: 1, test: { kind: 'functional', at } }),
      duty({ kind: 'test', count: 5, test: { kind: 'autonomy', at } }),
    ]
    const plants = [plant('Depot', 'unknown'), plant('Teatro', 'notMet', 5)]
    for (const content of [
      { plants, duties },
      { plants: plants.slice(0, 1), duties: [] },
      { plants: met, duties },
    ]) {
      const values = await weekMailValues({ ...content, day }, language)
      for (const text of [values.subject, values.headline, values.plant, ...linesOf(values)])
        expect(text).toMatch(/^[^{}]*[^{}, ]$/)
    }
  })
})
