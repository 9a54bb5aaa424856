import { describe, expect, it } from 'vitest'
import { read, repositoryFiles } from './sources.ts'

/** Nodes and the database have zone rules of their own, and a zone of one may be none of the other. */
const allowed = [/at time zone 'UTC'/giu, /check\('plant_zone_known'.*/gu]

const cutsInSql = (text: string): boolean =>
  /\bat\s+time\s+zone\b/iu.test(allowed.reduce((rest, pattern) => rest.replace(pattern, ''), text))

describe('local days', () => {
  it('are cut by the rules of the server alone, never in SQL', () => {
    const sources = repositoryFiles().filter((file) => /^server\/src\/.*\.ts$/u.test(file))
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.filter((file) => cutsInSql(read(file)))).toEqual([])
  })

  it('cut in SQL would be found', () => {
    expect(cutsInSql('(ends_on + 1)::timestamp at time zone plant.timezone')).toBe(true)
    expect(cutsInSql("select now() at time zone 'UTC'")).toBe(false)
  })
})

/** Columns of exported lists: a moment is given as the ISO string that it is, and `exportedCells` alone puts it into words. */
const formatsMoments = (text: string): boolean =>
  text.includes('Column<') &&
  /^\s*(?:value|csv|typed): .*(?:\bnew Date\(|\.?\b(?:dateTime|timeSeconds|full)\()/mu.test(text)

describe('exported times', () => {
  it('are put into plant time by one helper', () => {
    const pages = repositoryFiles().filter((file) => /^web\/src\/.*(?<!\.test)\.tsx?$/u.test(file))
    expect(pages.length).toBeGreaterThan(100)
    // The lines of lists on a phone are shown, not exported.
    const shown = /^\s*value: (?:dateTime|timeSeconds|formats\.date)\(.*\),?$/gmu
    expect(pages.filter((file) => formatsMoments(read(file).replace(shown, '')))).toEqual([])
  })

  it('formatted by a column would be found', () => {
    expect(formatsMoments('Column<Row>\n  typed: ({ at }) => new Date(at),')).toBe(true)
    expect(formatsMoments('Column<Row>\n  csv: ({ at }) => formats.dateTime(at),')).toBe(true)
    expect(formatsMoments('Column<Row>\n  value: ({ at }) => at,')).toBe(false)
  })
})
