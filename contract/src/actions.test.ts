import { expect, it } from 'vitest'
import { z } from 'zod'
import { actions } from './actions.ts'
import { email, signUp, verificationCode } from './features/accounts/account.ts'
import { optionalText, text } from './kernel/primitives.ts'

/**
 * The input of an action is bounded and storable. Each string has a maximum length and no NUL or lone surrogate. Each
 * number fits its column; each list and record has a maximum.
 */

type Def = { type: string } & Record<string, unknown>
const defOf = (schema: unknown): Def => (schema as { _zod: { def: Def } })._zod.def
const accepts = (schema: unknown, value: unknown): boolean => (schema as z.ZodType).safeParse(value).success
const checksOf = (schema: unknown): { check: string; pattern?: RegExp }[] =>
  ((defOf(schema).checks ?? []) as { _zod: { def: { check: string } } }[]).map((one) => one._zod.def)
const hasCheck = (schema: unknown, check: string): boolean => checksOf(schema).some((one) => one.check === check)

const longTexts = ['a', 'A', '0', ' ', '-', 'ä'].map((letter) => letter.repeat(5_000))
const unstorableTexts = ['\0', 'a\0b', '\ud800', 'a\udc00b', '0\u0000']
const unsafeNumbers = [2 ** 53, -(2 ** 53), 1e308, -1e308, Number.POSITIVE_INFINITY]

/** Whether a pattern repeats a part without limit. */
const isEndless = (schema: unknown): boolean => {
  const patterns = [defOf(schema), ...checksOf(schema)].flatMap(({ pattern }) => (pattern as RegExp | undefined) ?? [])
  // A bracketed class may list the characters themselves.
  const repeats = ({ source }: RegExp) => /(?<!\\)[*+]|,\}/.test(source.replaceAll(/\[[^\]]*\]/g, 'x'))
  return !hasCheck(schema, 'max_length') && patterns.some(repeats)
}

const faultsOfString = (schema: unknown): string[] => [
  ...(longTexts.some((value) => accepts(schema, value)) || isEndless(schema) ? ['takes a string without end'] : []),
  ...(unstorableTexts.some((value) => accepts(schema, value)) ? ['takes what cannot be stored'] : []),
]

const faultsOfNumber = (schema: unknown): string[] => {
  const isWhole = !accepts(schema, 0.5) && !accepts(schema, 1.5)
  const tooLarge = isWhole ? [...unsafeNumbers, 2 ** 31, -(2 ** 31) - 1] : unsafeNumbers
  return tooLarge.some((value) => accepts(schema, value)) ? ['takes a number without bounds'] : []
}

const inPath = (path: string, faults: string[]): string[] => faults.map((fault) => `${path} ${fault}`)

const partsOf: Record<string, (def: Def) => [string, unknown][]> = {
  object: ({ shape }) => Object.entries(shape as object),
  optional: ({ innerType }) => [['', innerType]],
  nullable: ({ innerType }) => [['', innerType]],
  default: ({ innerType }) => [['', innerType]],
  union: ({ options }) => (options as unknown[]).map((option, at) => [`|${at}`, option]),
  array: ({ element }) => [['[]', element]],
  record: ({ valueType }) => [['{}', valueType]],
  boolean: () => [],
  null: () => [],
  enum: () => [],
  literal: () => [],
  string: () => [],
  number: () => [],
  pipe: () => [],
}

const manyEntries = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, true]))

const faultsHere: Record<string, (schema: unknown, def: Def) => string[]> = {
  string: faultsOfString,
  number: faultsOfNumber,
  // The schema bounds a text before it trims or folds it.
  pipe: (schema, def) => [
    ...faultsOfString(schema),
    ...(boundedFirst(def.in) ? [] : ['changes a string before it knows its length']),
  ],
  array: (schema) => (hasCheck(schema, 'max_length') ? [] : ['takes a list without end']),
  record: (schema) => (accepts(schema, manyEntries) ? ['takes a record without end'] : []),
}
const boundedFirst = (schema: unknown): boolean =>
  defOf(schema).type === 'pipe' ? boundedFirst(defOf(schema).in) : hasCheck(schema, 'max_length')

/** Places in a schema with too permissive validation. */
const faultsOf = (schema: unknown, path: string): string[] => {
  const def = defOf(schema)
  const parts = partsOf[def.type]
  if (!parts) return [`${path} is of a kind that this check does not know: ${def.type}`]
  return [
    ...inPath(path, faultsHere[def.type]?.(schema, def) ?? []),
    ...parts(def).flatMap(([name, part]) => faultsOf(part, `${path}.${name}`)),
  ]
}

it('every action bounds its input and refuses text that the database cannot store', () => {
  expect(Object.entries(actions).flatMap(([name, { input }]) => faultsOf(input, name))).toEqual([])
})

it('the sign-up forms bound their input and refuse unstorable text', () => {
  const faults = Object.entries({ signUp, email, verificationCode }).flatMap(([name, form]) => faultsOf(form, name))
  // The server stores only the hash of a password, so it may hold anything.
  expect(faults.filter((fault) => fault !== 'signUp.confirmation takes what cannot be stored')).toEqual([])
})

it.each([
  ['an endless string', z.string()],
  ['a string with NUL', z.string().max(10)],
  [
    'a trimmed string',
    z
      .string()
      .transform((value) => value.trim())
      .pipe(z.string().regex(/^[0-9A-F]{5}$/)),
  ],
  ['an endless format', z.email()],
  ['a whole number', z.int()],
  ['a number', z.number().min(0)],
  ['a list', z.array(z.boolean())],
  ['a record', z.record(z.string(), z.boolean())],
  ['a part of a part', z.strictObject({ list: z.array(z.strictObject({ name: z.string() })).max(3) })],
  ['anything', z.unknown()],
])('the input check finds %s', (_title, schema) => {
  expect(faultsOf(z.strictObject({ field: schema }), 'planted')).not.toEqual([])
})

it.each(['\0', 'a\u0007', '\ud800', 'x\udfff'])('text refuses %j in any position', (value) => {
  expect(accepts(text(10), `a${value}`)).toBe(false)
  expect(accepts(optionalText(10), value)).toBe(false)
  expect(accepts(text(10), 'Città 🏥')).toBe(true)
})
