import { type Tariff, tariffs } from '@vigilux/contract/features/energy/tariff.ts'
import { expect, test } from 'vitest'
import { fieldsOfTariffs, newTariff, tariffsOfFields } from './tariff-fields.ts'

const storedTariffs: Tariff[] = [
  {
    from: '2026-01-01',
    until: '2026-09-30',
    rates: [
      { name: 'F1', price: 2_840, hours: [{ days: [1, 2], from: 8, hours: 11 }] },
      { name: 'F3', price: 1_805, hours: [{ days: [1, 2, 7], from: 23, hours: 9 }] },
    ],
  },
  { from: '2026-10-01', until: null, rates: [{ name: 'All', price: 0, hours: [{ days: [3], from: 0, hours: 24 }] }] },
]

test.each(['en', 'de', 'pl', 'it'] as const)('the fields in %s match the saved tariff', (language) => {
  const fields = fieldsOfTariffs(storedTariffs, language)
  expect(fields[0]?.rates[0]?.price).toBe(language === 'en' ? '0.284' : '0,284')
  expect(fields[0]?.rates[1]?.hours).toEqual([{ days: ['1', '2', '7'], from: '23:00', to: '08:00' }])
  expect(tariffsOfFields(fields, language)).toEqual(storedTariffs)
})

test.each([
  ['0,284', 2_840],
  ['0.2840', 2_840],
  ['1', 10_000],
  ['0.28401', Number.NaN],
  ['-1', Number.NaN],
  ['', Number.NaN],
  ['x', Number.NaN],
])('a price typed as %j is %d', (price, units) => {
  const [parsedTariff] = tariffsOfFields([{ ...newTariff(), rates: [{ name: 'A', price, hours: [] }] }], 'en')
  expect(parsedTariff?.rates[0]?.price).toBe(units)
})

test('an invalid date is refused at its field', () => {
  const typedTariffs = [{ ...newTariff(), from: '31.2.2026', rates: [] }]
  const paths = tariffs.safeParse(tariffsOfFields(typedTariffs, 'de')).error?.issues.map(({ path }) => path.join('.'))
  expect(paths).toContain('0.from')
})
