import { expect, it } from 'vitest'
import { z } from 'zod'
import { type ActionName, actions } from './actions.ts'

/**
 * The database and `Date` read each sent date, in time zones and with offsets added. Neither may reach an unsupported
 * year.
 */

const forms = [
  '2026-03-02',
  '2026-03-02T10:00:00Z',
  '2026-03-02T10:00:00+14:00',
  '2026-03',
  '2026-W10',
  '2026-03-02T10:00',
]
const knownTexts = ['a word', 'A-1']
const yearsOfNoDate = ['0000', '0001', '1000', '1899', '3000', '9999']
const lastYears = ['1900', '2026', '2999']

/** Of several matches at one place, the last is complete; the others are its parts. */
const textsOf = (input: z.core.$ZodType): z.ZodType[] => {
  const texts = new Map<string, z.ZodType>()
  z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      if (jsonSchema.type === 'string') texts.set(path.join(), zodSchema as unknown as z.ZodType)
    },
  })
  return [...texts.values()]
}

const accepts = (text: z.ZodType, value: string): boolean => text.safeParse(value).success

/** Each accepted date form of a text schema, unless it accepts any text. */
const datesOf = (input: z.core.$ZodType): { text: z.ZodType; form: string }[] =>
  textsOf(input).flatMap((text) =>
    knownTexts.some((knownText) => accepts(text, knownText))
      ? []
      : forms.filter((form) => accepts(text, form)).map((form) => ({ text, form })),
  )

const inYear = (form: string, year: string): string => form.replace(/^\d{4}/, year)
const names = Object.keys(actions) as ActionName[]
const dates = names.flatMap((name) => datesOf(actions[name].input).map((date) => ({ name, ...date })))

it('the schema scan finds the dates in inputs', () => {
  expect(new Set(dates.map(({ name }) => name)).size).toBeGreaterThan(20)
})

it('inputs refuse dates in years that the database or a clock cannot represent', () => {
  const accepted = dates.flatMap(({ name, text, form }) =>
    yearsOfNoDate.filter((year) => accepts(text, inYear(form, year))).map((year) => `${name}: ${inYear(form, year)}`),
  )
  expect(accepted).toEqual([])
})

it('inputs accept every day of the valid years', () => {
  const days = dates.filter(({ form }) => form === '2026-03-02')
  const refusedDays = days.filter(({ text }) => !lastYears.every((year) => accepts(text, `${year}-12-31`)))
  expect(refusedDays.map(({ name }) => name)).toEqual([])
})
