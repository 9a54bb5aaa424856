import fc, { type Arbitrary } from 'fast-check'

/** Unexpected values for a field. */
const hostileValues: readonly unknown[] = [
  '',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u200b\ufeff',
  "'; drop table plant; --",
  '%_\\',
  '../../../etc/passwd',
  '{{7*7}}',
  '__proto__',
  '-'.repeat(36),
  'x'.repeat(300),
  'é'.repeat(20_000),
  0,
  -1,
  0.1,
  2 ** 31,
  2 ** 53,
  -1e308,
  1e308,
  true,
  null,
  [],
  {},
  [[]],
  { toString: 1 },
  { length: 1e9 },
]

export type Mutation =
  | { kind: 'drop' | 'twice'; at: number }
  | { kind: 'replace'; at: number; value: unknown }
  | { kind: 'list'; at: number }
  | { kind: 'extra'; field: string; value: unknown }
  | { kind: 'nest'; at: number; levels: number }
  | { kind: 'cut'; share: number }
  | { kind: 'tail'; text: string }
  | { kind: 'byte'; share: number; character: string }

const at = fc.nat({ max: 60 })
const hostileValue = fc.constantFrom(...hostileValues)
const fields = fc.constantFrom('action', 'id', 'admin', '__proto__', 'constructor', 'toString', 'plantId', '')
const share = fc.double({ min: 0, max: 1, noNaN: true })

export const mutation: Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constantFrom('drop' as const, 'twice' as const), at }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('replace' as const), at, value: hostileValue }) },
  fc.record({ kind: fc.constant('list' as const), at }),
  fc.record({ kind: fc.constant('extra' as const), field: fields, value: hostileValue }),
  fc.record({ kind: fc.constant('nest' as const), at, levels: fc.constantFrom(3, 16, 17, 200, 20_000) }),
  fc.record({ kind: fc.constant('cut' as const), share }),
  fc.record({ kind: fc.constant('tail' as const), text: fc.constantFrom(' ', '}', ',', '{}', '\n[]', '\0') }),
  fc.record({
    kind: fc.constant('byte' as const),
    share,
    character: fc.constantFrom('"', '\\', '{', ':', '\ufffd', '0'),
  }),
)

/** A member of an object or list somewhere in a value. */
type Place = { container: Record<string, unknown>; key: string }

const placesIn = (value: unknown, found: Place[] = []): Place[] => {
  if (typeof value !== 'object' || value === null) return found
  const container = value as Record<string, unknown>
  for (const key of Object.keys(container).slice(0, 50)) {
    found.push({ container, key })
    placesIn(container[key], found)
  }
  return found
}

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
/** A marker for JSON text without a JavaScript value. */
const marker = '\u00abhole\u00bb'

/** Raw text replaces the marker afterwards, because no value can express it. */
const withMarker = (value: unknown, place: Place, text: string): string => {
  place.container[place.key] = marker
  return JSON.stringify(value).replace(JSON.stringify(marker), () => text)
}

const inText = (text: string, mutation: Mutation): string => {
  if (mutation.kind === 'cut') return text.slice(0, Math.floor(text.length * mutation.share))
  if (mutation.kind === 'tail') return text + mutation.text
  if (mutation.kind !== 'byte') return text
  const position = Math.floor(text.length * mutation.share)
  return text.slice(0, position) + mutation.character + text.slice(position + 1)
}

const json = (value: unknown): string => JSON.stringify(value) ?? 'null'

const atPlace = (copy: unknown, mutation: Extract<Mutation, { at: number }>): string => {
  const places = placesIn(copy)
  const place = places[mutation.at % Math.max(1, places.length)]
  if (!place) return mutation.kind === 'nest' ? nested(mutation.levels) : json(copy)
  const { container, key } = place
  const oldText = json(container[key])
  if (mutation.kind === 'nest') return withMarker(copy, place, nested(mutation.levels))
  // A second member of the same name; JSON.parse takes the last one.
  if (mutation.kind === 'twice')
    return withMarker(copy, place, Array.isArray(container) ? oldText : `1,${JSON.stringify(key)}:${oldText}`)
  if (mutation.kind === 'replace') container[key] = mutation.value
  if (mutation.kind === 'list') container[key] = [container[key], container[key]]
  if (mutation.kind === 'drop') delete container[key]
  return json(copy)
}

/** JSON of the mutated value; the value itself is unchanged. */
export const mutated = (value: unknown, mutation: Mutation): string => {
  const copy = structuredClone(value)
  if ('at' in mutation) return atPlace(copy, mutation)
  if (mutation.kind !== 'extra') return inText(json(copy), mutation)
  return json(typeof copy === 'object' ? { ...copy, [mutation.field]: mutation.value } : copy)
}
