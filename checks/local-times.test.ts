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
