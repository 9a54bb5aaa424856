import { actions } from '@vigilux/contract/actions.ts'
import type { ActionName } from '../shared/api/actions.ts'

/** The used parts of a zod schema's definition. */
type Def = {
  type: string
  shape?: Record<string, Schema>
  innerType?: Schema
  element?: Schema
  options?: Schema[]
  entries?: Record<string, string | number>
  values?: unknown[]
  items?: Schema[]
  keyType?: Schema
  valueType?: Schema
  in?: Schema
  out?: Schema
  left?: Schema
  right?: Schema
  getter?: () => Schema
}
type Schema = {
  _zod: { def: Def; bag: { minimum?: number; maximum?: number; format?: string; patterns?: Set<RegExp> } }
  safeParse: (value: unknown) => { success: boolean }
}

/** `empty` has no rows and no optional values; `full` has one of each. */
export type Fill = 'empty' | 'full'

/** Texts of the contract's formats; the first match is used. */
const texts = [
  '00000000-0000-4000-8000-000000000001',
  '2026-03-02T09:00:00.000Z',
  '2026-03-02',
  '09:00',
  'imagined_0A1B2C',
  '0A1B2C',
  'A1B2C1',
  'a@vigilux.test',
  'https://vigilux.test/',
  'Europe/Rome',
  'IT',
  'IP65',
  'A0B1C2D3E4F5',
  'a0b1c2d3e4f5',
  'ST-24',
  'A'.repeat(43),
  'https://vigilux.example/hook',
  'a'.repeat(64),
  'AAAA',
  '1',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '4812 0395 7716 4029',
  '415.009',
  'imagined',
  '2026-03',
]

function textFor(schema: Schema): string {
  const found = ['Sample', ...texts].find((text) => schema.safeParse(text).success)
  if (found === undefined) throw new Error(`no sample text for ${JSON.stringify(schema._zod.bag)}`)
  return found
}

function numberFor(schema: Schema, fill: Fill): number {
  const numbers = [...(fill === 'full' ? [7, 37] : []), 0, 1, 2, 10, 60, 1.5, 100, 1_000]
  const found = numbers.find((number) => schema.safeParse(number).success)
  return found ?? schema._zod.bag.minimum ?? 0
}

/** Texts by field name, if not every text is valid. */
const namedSamples: Readonly<Record<string, readonly string[]>> = {
  to: ['18:00'],
  ends: ['18:00'],
  closes: ['18:00'],
  timezone: ['Europe/Rome'],
  timeZone: ['Europe/Rome'],
  language: ['en'],
  currency: ['EUR'],
}

const entriesOf = (shape: Record<string, Schema>, fill: Fill) =>
  Object.entries(shape).flatMap(([name, schema]): [string, unknown][] => {
    const value = namedSamples[name]?.find((text) => schema.safeParse(text).success) ?? sampleOf(schema, fill)
    return value === undefined ? [] : [[name, value]]
  })

/** A text, possibly transformed before validation. */
const isText = (schema: Schema | undefined): boolean => {
  const { type, in: input } = schema?._zod.def ?? {}
  return type === 'string' || (type === 'pipe' && isText(input))
}

const samples: Record<string, (def: Def, fill: Fill, schema: Schema) => unknown> = {
  object: ({ shape = {} }, fill) => Object.fromEntries(entriesOf(shape, fill)),
  array: ({ element }, fill, schema) => {
    if (fill === 'empty' && schema.safeParse([]).success) return []
    const sampled = element && sampleOf(element, fill)
    return (
      [1, 2, 3, 7, 12, 24]
        .map((length) => Array(length).fill(sampled))
        .find((all) => schema.safeParse(all).success) ?? [sampled]
    )
  },
  nullable: ({ innerType }, fill) => (fill === 'empty' || !innerType ? null : sampleOf(innerType, fill)),
  optional: ({ innerType }, fill) => (fill === 'empty' || !innerType ? undefined : sampleOf(innerType, fill)),
  default: ({ innerType }, fill) => innerType && sampleOf(innerType, fill),
  prefault: ({ innerType }, fill) => innerType && sampleOf(innerType, fill),
  readonly: ({ innerType }, fill) => innerType && sampleOf(innerType, fill),
  nonoptional: ({ innerType }, fill) => innerType && sampleOf(innerType, fill),
  // The output of a pipe is sent.
  pipe: ({ in: input, out }, fill, schema) => {
    if (isText(input)) return textFor(schema)
    const sampledSchema = out?._zod.def.type === 'transform' ? input : out
    return sampledSchema && sampleOf(sampledSchema, fill)
  },
  lazy: ({ getter }, fill) => getter && sampleOf(getter(), fill),
  union: ({ options = [] }, fill) =>
    options[0] && sampleOf(fill === 'full' ? (options.at(-1) as Schema) : options[0], fill),
  intersection: ({ left, right }, fill) => ({
    ...(left && (sampleOf(left, fill) as object)),
    ...(right && (sampleOf(right, fill) as object)),
  }),
  tuple: ({ items = [] }, fill) => items.map((item) => sampleOf(item, fill)),
  record: ({ keyType, valueType }, fill, schema) => {
    if (fill === 'empty' && schema.safeParse({}).success) return {}
    const { entries } = keyType?._zod.def ?? {}
    const keys = entries ? Object.values(entries) : keyType ? [sampleOf(keyType, fill)] : []
    return Object.fromEntries(keys.map((key) => [key, valueType && sampleOf(valueType, fill)]))
  },
  enum: ({ entries = {} }, fill) => Object.values(entries).at(fill === 'full' ? -1 : 0),
  literal: ({ values = [] }) => values[0],
  string: (_, __, schema) => textFor(schema),
  number: (_, fill, schema) => numberFor(schema, fill),
  boolean: (_, fill) => fill === 'full',
  null: () => null,
  unknown: () => null,
  any: () => null,
  undefined: () => undefined,
}

function sampleOf(schema: Schema, fill: Fill): unknown {
  const { def } = schema._zod
  const sample = samples[def.type]
  if (!sample) throw new Error(`no sample of a ${def.type}`)
  return sample(def, fill, schema)
}

/** A valid answer for an action by the contract. */
export const sampleAnswer = (action: ActionName, fill: Fill = 'empty'): unknown =>
  sampleOf(actions[action].output as unknown as Schema, fill)
