import pg from 'pg'

type Parse = (text: string) => unknown

/** Whether an array has one dimension and no quoted element, so each comma separates two elements. */
const isPlain = (text: string): boolean => text.startsWith('{') && text.lastIndexOf('{') === 0 && !/["\\]/.test(text)

/** Splits plain arrays, and leaves the others to the driver, which examines each character. */
const splitOr =
  (parseAny: Parse, toElement: (text: string) => unknown): Parse =>
  (text) => {
    if (text === '{}') return []
    if (!isPlain(text)) return parseAny(text)
    const elements = text.slice(1, -1).split(',')
    return elements.map((element) => (element === 'NULL' ? null : toElement(element)))
  }

/** Arrays of integers, texts and UUIDs, by the number of their type in PostgreSQL. */
const parsers = new Map(
  Object.entries({ 1007: Number, 1009: String, 2951: String }).map(([type, toElement]) => [
    Number(type),
    splitOr(pg.types.getTypeParser(Number(type)), toElement),
  ]),
)

/** Makes the driver read arrays faster, for the whole process: a list of lamps has thousands of them. */
export const parseArraysFast = (): void => {
  for (const [type, parse] of parsers) pg.types.setTypeParser(type, parse)
}
