import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { parseArraysFast } from './parse-arrays.ts'

// Numbers of the types in PostgreSQL.
const integers: number = 1007
const texts: number = 1009
const parseByDriver = { integers: pg.types.getTypeParser(integers), texts: pg.types.getTypeParser(texts) }

beforeAll(() => parseArraysFast())

const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
/** PostgreSQL quotes only elements with a special character, empty ones, and the word NULL. */
const literalOf = (elements: readonly (string | null)[]): string =>
  `{${elements.map((text) => (text === null ? 'NULL' : /^$|^null$|[{},"\\\s]/i.test(text) ? quote(text) : text))}}`

it('reads each array of texts like the driver', () => {
  const element = fc.oneof(
    fc.string(),
    fc.constantFrom('NULL', '', 'battery_short', 'a,b', '{', '"'),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.array(element), (elements) => {
      const parsed = pg.types.getTypeParser(texts)(literalOf(elements))
      expect(parsed).toEqual(elements)
      expect(parsed).toEqual(parseByDriver.texts(literalOf(elements)))
    }),
  )
})

it.each(['{}', '{7}', '{1,-2,NULL,3}', '{{1,2},{3,4}}', '[0:1]={5,6}'])(
  'reads the integers %s like the driver',
  (text) => {
    expect(pg.types.getTypeParser(integers)(text)).toEqual(parseByDriver.integers(text))
  },
)
