import { schemaOf } from '@vigilux/contract/openapi.ts'
import fc, { type Arbitrary } from 'fast-check'

/** A schema of zod, as the contract and the device plane declare them. */
export type Schema = Parameters<typeof schemaOf>[0]

/** A JSON schema, as much as is read of it. */
type Shape = {
  type?: string
  enum?: unknown[]
  /** The values of the field `kind` beside which this field is allowed. */
  'x-kinds'?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: Shape | boolean
  propertyNames?: Shape
  items?: Shape | boolean
  prefixItems?: Shape[]
  minItems?: number
  maxItems?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  pattern?: string
}

export type ShapeOptions = {
  /** What a field of this name usually is where a text is asked for; its word is put in place of it when it is sent. */
  known(field: string): string[]
  /** Values at the bounds and just beyond, instead of those between them. */
  atBounds: boolean
}

type WalkContext = ShapeOptions & { field: string }

/** Longest list and text that are made, whatever is allowed: the bounds of a call are tried by mutations. */
const maxArrayItems = 1_100
const maxCharacters = 5_000

/** Classes of Unicode, of which no text can be made: letters are in most of them. */
const ofClasses = /\\p\{/

const between = (min: string, max: string) =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }).map((date) => date.toISOString())
const instants = fc.oneof(
  { weight: 6, arbitrary: between('2026-01-01T00:00:00Z', '2032-01-01T00:00:00Z') },
  { weight: 2, arbitrary: between('1900-01-01T00:00:00Z', '2999-12-31T23:59:59Z') },
  { weight: 1, arbitrary: between('0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z') },
)

const ofFormat: Record<string, Arbitrary<string>> = {
  uuid: fc.uuid(),
  email: fc.nat({ max: 40 }).map((n) => `person-${n}@fuzz.test`),
  'date-time': instants,
  date: instants.map((instant) => instant.slice(0, 'YYYY-MM-DD'.length)),
}

const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEF')

const plainText = ({ minLength = 0, maxLength = 60 }: Shape, { atBounds }: WalkContext): Arbitrary<string> => {
  const longest = Math.min(maxLength, maxCharacters)
  if (atBounds)
    return fc.constantFrom(minLength - 1, minLength, longest, longest + 1).map((n) => 'x'.repeat(Math.max(0, n)))
  const shortest = Math.max(minLength, Math.min(1, longest))
  const lengths = { minLength: shortest, maxLength: Math.max(shortest, Math.min(longest, 16)) }
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ ...lengths, unit: letters }) },
    { weight: 1, arbitrary: fc.string({ ...lengths, unit: 'grapheme' }) },
  )
}

const texts = (shape: Shape, walk: WalkContext): Arbitrary<string> => {
  const { format = '', pattern } = shape
  const made =
    ofFormat[format] ??
    (pattern && !ofClasses.test(pattern) ? fc.stringMatching(new RegExp(pattern)) : plainText(shape, walk))
  const words = walk.known(walk.field)
  if (words.length === 0) return made
  return fc.oneof({ weight: 14, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: made })
}

const isWhole = ({ type }: Shape): boolean => type === 'integer'

const numbers = (shape: Shape, { atBounds }: WalkContext): Arbitrary<number> => {
  const { minimum: min = shape.exclusiveMinimum ?? -1e9, maximum: max = 1e9 } = shape
  if (atBounds) return fc.constantFrom(min - 1, min, max, max + 1, isWhole(shape) ? min + 0.5 : min - 1e-9)
  // Of all doubles most are next to zero; people's are spread over what is allowed.
  const spread = fc.integer({ min: 1, max: 1000 }).map((n) => min + ((max - min) * n) / 1000)
  if (!isWhole(shape)) return fc.oneof({ weight: 3, arbitrary: spread }, fc.double({ min, max, noNaN: true }))
  const [least, most] = [Math.ceil(min), Math.floor(max)]
  const small = fc.integer({ min: least, max: Math.min(most, least + 5) })
  return fc.oneof(small, small, fc.integer({ min: least, max: most }))
}

const lists = (shape: Shape, walk: WalkContext): Arbitrary<unknown> => {
  if (shape.prefixItems) return fc.tuple(...shape.prefixItems.map((one) => arbitraryFor(one, walk)))
  const item = arbitraryFor(typeof shape.items === 'object' ? shape.items : {}, walk)
  const { minItems = 0, maxItems = 4 } = shape
  const most = Math.min(maxItems, maxArrayItems)
  if (walk.atBounds)
    return fc.tuple(item, fc.constantFrom(minItems, most, most + 1)).map(([one, n]) => Array(n).fill(one))
  return fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(most, minItems + 3)) })
}

/** Leaves out the fields that the drawn kind does not have. */
const ofOneKind = (properties: Record<string, Shape>) => (made: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(made).filter(([field]) => properties[field]?.['x-kinds']?.includes(made.kind) ?? true),
  )

const objects = (shape: Shape, walk: WalkContext): Arbitrary<unknown> => {
  const { properties = {}, required = [], additionalProperties, propertyNames } = shape
  const fields = Object.fromEntries(
    Object.entries(properties).map(([field, of]) => [field, arbitraryFor(of, { ...walk, field })]),
  )
  const declared = fc.record(fields, {
    requiredKeys: required.filter((field) => field in fields),
    noNullPrototype: true,
  })
  if (typeof additionalProperties !== 'object') return walk.atBounds ? declared : declared.map(ofOneKind(properties))
  const keys = arbitraryFor({ type: 'string', ...propertyNames }, { ...walk, field: '' }).map(String)
  const more = fc.dictionary(keys, arbitraryFor(additionalProperties, walk), { maxKeys: 5, noNullPrototype: true })
  return fc.tuple(declared, more).map(([fixed, added]) => ({ ...added, ...fixed }))
}

const ofType: Record<string, (shape: Shape, walk: WalkContext) => Arbitrary<unknown>> = {
  string: texts,
  number: numbers,
  integer: numbers,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: lists,
  object: objects,
}

const arbitraryFor = (shape: Shape, walk: WalkContext): Arbitrary<unknown> => {
  if ('const' in shape) return fc.constant(shape.const)
  if (shape.enum) {
    const words = walk.known(walk.field)
    return words.length > 0 ? fc.constantFrom<unknown>(...words, ...shape.enum) : fc.constantFrom(...shape.enum)
  }
  const choices = shape.anyOf ?? shape.oneOf
  // Mostly something: of fields that go together only in part, both are seldom nothing.
  const weighted = (choice: Shape) => ({
    weight: choice.type === 'null' ? 1 : 5,
    arbitrary: arbitraryFor(choice, walk),
  })
  if (choices) return fc.oneof(...choices.map(weighted))
  return ofType[shape.type ?? '']?.(shape, walk) ?? fc.jsonValue({ maxDepth: 2 })
}

/** Values that a schema takes, as far as JSON Schema says what it takes: what is refined beyond that may refuse them. */
export const arbitraryOf = (schema: Schema, options: ShapeOptions): Arbitrary<unknown> =>
  arbitraryFor(schemaOf(schema, 'input') as Shape, { ...options, field: '' })
