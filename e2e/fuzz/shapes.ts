import { schemaOf } from '@vigilux/contract/openapi.ts'
import fc, { type Arbitrary } from 'fast-check'

/** A zod schema of the contract or the device plane. */
export type Schema = Parameters<typeof schemaOf>[0]

/** The supported part of a JSON schema. */
type Shape = {
  type?: string
  enum?: unknown[]
  /** The values of the field `kind` with this field. */
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
  /** Usual values of a text field with this name; placeholders are resolved on sending. */
  known(field: string): string[]
  /** Values at the bounds and just beyond, instead of those between them. */
  atBounds: boolean
}

type WalkContext = ShapeOptions & { field: string }

/** Maximum length of generated lists and texts; mutations try the bounds of a call. */
const maxArrayItems = 1_100
const maxCharacters = 5_000

/** Unicode classes, for which no text can be generated; most contain letters. */
const ofClasses = /\\p\{/

const dateBetween = (min: string, max: string) =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }).map((date) => date.toISOString())
const instants = fc.oneof(
  { weight: 6, arbitrary: dateBetween('2026-01-01T00:00:00Z', '2032-01-01T00:00:00Z') },
  { weight: 2, arbitrary: dateBetween('1900-01-01T00:00:00Z', '2999-12-31T23:59:59Z') },
  { weight: 1, arbitrary: dateBetween('0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z') },
)

const ofFormat: Record<string, Arbitrary<string>> = {
  uuid: fc.uuid(),
  email: fc.nat({ max: 40 }).map((n) => `person-${n}@fuzz.test`),
  'date-time': instants,
  date: instants.map((instant) => instant.slice(0, 'YYYY-MM-DD'.length)),
}

const characters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEF')

const plainText = ({ minLength = 0, maxLength = 60 }: Shape, { atBounds }: WalkContext): Arbitrary<string> => {
  const longestText = Math.min(maxLength, maxCharacters)
  if (atBounds)
    return fc
      .constantFrom(minLength - 1, minLength, longestText, longestText + 1)
      .map((n) => 'x'.repeat(Math.max(0, n)))
  const shortest = Math.max(minLength, Math.min(1, longestText))
  const lengths = { minLength: shortest, maxLength: Math.max(shortest, Math.min(longestText, 16)) }
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ ...lengths, unit: characters }) },
    { weight: 1, arbitrary: fc.string({ ...lengths, unit: 'grapheme' }) },
  )
}

const texts = (shape: Shape, context: WalkContext): Arbitrary<string> => {
  const { format = '', pattern } = shape
  const generated =
    ofFormat[format] ??
    (pattern && !ofClasses.test(pattern) ? fc.stringMatching(new RegExp(pattern)) : plainText(shape, context))
  const knownTexts = context.known(context.field)
  if (knownTexts.length === 0) return generated
  return fc.oneof({ weight: 14, arbitrary: fc.constantFrom(...knownTexts) }, { weight: 1, arbitrary: generated })
}

const isWhole = ({ type }: Shape): boolean => type === 'integer'

const numbers = (shape: Shape, { atBounds }: WalkContext): Arbitrary<number> => {
  const { minimum: min = shape.exclusiveMinimum ?? -1e9, maximum: max = 1e9 } = shape
  if (atBounds) return fc.constantFrom(min - 1, min, max, max + 1, isWhole(shape) ? min + 0.5 : min - 1e-9)
  // Most doubles are near zero; real values are spread over the allowed range.
  const spread = fc.integer({ min: 1, max: 1000 }).map((n) => min + ((max - min) * n) / 1000)
  if (!isWhole(shape)) return fc.oneof({ weight: 3, arbitrary: spread }, fc.double({ min, max, noNaN: true }))
  const [minBound, maxBound] = [Math.ceil(min), Math.floor(max)]
  const small = fc.integer({ min: minBound, max: Math.min(maxBound, minBound + 5) })
  return fc.oneof(small, small, fc.integer({ min: minBound, max: maxBound }))
}

const lists = (shape: Shape, context: WalkContext): Arbitrary<unknown> => {
  if (shape.prefixItems) return fc.tuple(...shape.prefixItems.map((one) => arbitraryFor(one, context)))
  const item = arbitraryFor(typeof shape.items === 'object' ? shape.items : {}, context)
  const { minItems = 0, maxItems = 4 } = shape
  const maxLength = Math.min(maxItems, maxArrayItems)
  if (context.atBounds)
    return fc.tuple(item, fc.constantFrom(minItems, maxLength, maxLength + 1)).map(([one, n]) => Array(n).fill(one))
  return fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxLength, minItems + 3)) })
}

/** Omits the fields outside the chosen kind. */
const ofOneKind = (properties: Record<string, Shape>) => (drawn: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(drawn).filter(([field]) => properties[field]?.['x-kinds']?.includes(drawn.kind) ?? true),
  )

/** Sorts the ends of a range of days, because half of the random ranges end before they begin. */
const orderDays = (drawn: Record<string, unknown>) => {
  const { from, to } = drawn
  return typeof from === 'string' && typeof to === 'string' && from > to ? { ...drawn, from: to, to: from } : drawn
}

const objects = (shape: Shape, context: WalkContext): Arbitrary<unknown> => {
  const { properties = {}, required = [], additionalProperties, propertyNames } = shape
  const fields = Object.fromEntries(
    Object.entries(properties).map(([field, property]) => [field, arbitraryFor(property, { ...context, field })]),
  )
  const declared = fc.record(fields, {
    requiredKeys: required.filter((field) => field in fields),
    noNullPrototype: true,
  })
  if (typeof additionalProperties !== 'object')
    return context.atBounds ? declared : declared.map(ofOneKind(properties)).map(orderDays)
  const keys = arbitraryFor({ type: 'string', ...propertyNames }, { ...context, field: '' }).map(String)
  const extraFields = fc.dictionary(keys, arbitraryFor(additionalProperties, context), {
    maxKeys: 5,
    noNullPrototype: true,
  })
  return fc.tuple(declared, extraFields).map(([fixed, extra]) => ({ ...extra, ...fixed }))
}

const ofType: Record<string, (shape: Shape, context: WalkContext) => Arbitrary<unknown>> = {
  string: texts,
  number: numbers,
  integer: numbers,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: lists,
  object: objects,
}

const arbitraryFor = (shape: Shape, context: WalkContext): Arbitrary<unknown> => {
  if ('const' in shape) return fc.constant(shape.const)
  if (shape.enum) {
    const knownTexts = context.known(context.field)
    return knownTexts.length > 0
      ? fc.constantFrom<unknown>(...knownTexts, ...shape.enum)
      : fc.constantFrom(...shape.enum)
  }
  const choices = shape.anyOf ?? shape.oneOf
  // Mostly present, because dependent fields are seldom both absent.
  const weighted = (choice: Shape) => ({
    weight: choice.type === 'null' ? 1 : 5,
    arbitrary: arbitraryFor(choice, context),
  })
  if (choices) return fc.oneof(...choices.map(weighted))
  return ofType[shape.type ?? '']?.(shape, context) ?? fc.jsonValue({ maxDepth: 2 })
}

/** Values by the JSON schema; zod refinements may still refuse them. */
export const arbitraryOf = (schema: Schema, options: ShapeOptions): Arbitrary<unknown> =>
  arbitraryFor(schemaOf(schema, 'input') as Shape, { ...options, field: '' })
