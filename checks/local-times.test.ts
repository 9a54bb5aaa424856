import { describe, expect, it } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/** Nodes and the database have their own time zone data: one may know zones missing in another. */
const allowed = [/at time zone 'UTC'/giu, /check\('plant_zone_known'.*/gu]

const cutsInSql = (text: string): boolean =>
  /\bat\s+time\s+zone\b/iu.test(allowed.reduce((remainingText, pattern) => remainingText.replace(pattern, ''), text))

describe('local days', () => {
  it('are computed by the server and never in SQL', () => {
    const sources = repositoryFiles().filter((file) => /^server\/src\/.*\.ts$/u.test(file))
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.filter((file) => cutsInSql(readSource(file)))).toEqual([])
  })

  it('in SQL are detected', () => {
    expect(cutsInSql('(ends_on + 1)::timestamp at time zone plant.timezone')).toBe(true)
    expect(cutsInSql("select now() at time zone 'UTC'")).toBe(false)
  })
})

/** Columns of exported lists: `exportedCells` alone formats moments, which are ISO strings in the data. */
const formatsMoments = (text: string): boolean =>
  text.includes('Column<') &&
  /^\s*(?:value|csv|typed): .*(?:\bnew Date\(|\.?\b(?:dateTime|timeSeconds|full)\()/mu.test(text)

describe('exported times', () => {
  it('are converted to plant time by one helper', () => {
    const pages = repositoryFiles().filter((file) => /^web\/src\/.*(?<!\.test)\.tsx?$/u.test(file))
    expect(pages.length).toBeGreaterThan(100)
    // Lists on a phone show these lines but do not export them.
    const listedValues = /^\s*value: (?:dateTime|timeSeconds|formats\.date)\(.*\),?$/gmu
    expect(pages.filter((file) => formatsMoments(readSource(file).replace(listedValues, '')))).toEqual([])
  })

  it('that a column formats are detected', () => {
    expect(formatsMoments('Column<Row>\n  typed: ({ at }) => new Date(at),')).toBe(true)
    expect(formatsMoments('Column<Row>\n  csv: ({ at }) => formats.dateTime(at),')).toBe(true)
    expect(formatsMoments('Column<Row>\n  value: ({ at }) => at,')).toBe(false)
  })
})

const product = () =>
  repositoryFiles().filter((file) => /^(?:contract|server|web)\/src\/.*(?<!\.test)\.tsx?$/u.test(file))

/** The zone of a device or a server, which may differ from the zone of a plant. */
const usesOwnClock = (text: string): boolean =>
  /\.toLocale(?:Date|Time)String\(|\.get(?:FullYear|Month|Date|Day|Hours|Minutes)\(\)/u.test(text) ||
  [...text.matchAll(/new Intl\.DateTimeFormat\((?:[^()]|\([^()]*\))*\)/gu)].some(
    ([formatCall]) => !/timeZone|\boptions\b/u.test(formatCall),
  )

/** UTC days: numbered days of readings, retention in years, the end of a feed, and the demo's past. */
const daysOfUtc =
  /^server\/src\/(?:features\/energy\/(?:day-readings|energy\.store)|features\/test-calendar\/feed-calendar|demo\/)/u

describe('displayed times', () => {
  it('never use the zone of the server or the device', () => {
    const formats = 'web/src/shared/format/format.ts'
    expect(product().filter((file) => file !== formats && usesOwnClock(readSource(file)))).toEqual([])
    const ofTheDevice = /resolvedOptions\(\)\.timeZone/u
    const found = product().filter((file) => ofTheDevice.test(readSource(file)))
    expect(found.toSorted()).toEqual([
      'web/src/shared/form/TimeZoneSelect.tsx',
      'web/src/shared/table/exported-cells.ts',
    ])
  })

  it('use the day of the plant instead of UTC', () => {
    const cutsDays = (file: string) => /toISOString\(\)\.slice\(0, 10\)/u.test(readSource(file))
    const server = product().filter((file) => file.startsWith('server/') && !daysOfUtc.test(file))
    expect(server.filter(cutsDays)).toEqual([])
  })

  it('in the zone of the server or the device are detected', () => {
    expect(usesOwnClock("new Intl.DateTimeFormat(locale, { hour: '2-digit' }).format(at)")).toBe(true)
    expect(usesOwnClock('at.toLocaleTimeString()')).toBe(true)
    expect(usesOwnClock('new Date(at).getHours()')).toBe(true)
    expect(usesOwnClock("new Intl.DateTimeFormat(tagOf(language), { timeZone, dateStyle: 'short' })")).toBe(false)
  })
})

const derivesOffset = (text: string): boolean =>
  /longOffset|shortOffset|offsetNanoseconds|getTimezoneOffset/u.test(text)

describe('the offset of a zone', () => {
  it('is computed in one place', () => {
    expect(product().filter((file) => derivesOffset(readSource(file)))).toEqual(['contract/src/kernel/zone-offset.ts'])
  })

  it('that is computed elsewhere is detected', () => {
    expect(derivesOffset("new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })")).toBe(true)
    expect(derivesOffset('zoned(now, zone).offsetNanoseconds / 60e9')).toBe(true)
  })
})
