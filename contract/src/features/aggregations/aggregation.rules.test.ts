import { expect, it } from 'vitest'
import { isInAggregation } from './aggregation.rules.ts'
import { aggregationDraft } from './aggregation.ts'

const stairs = { cu: 'logica_0A1B2C', groups: [3, 16] }
it.each([
  [{ cu: 'logica_0A1B2C', groups: [1, 16] }, true],
  [{ cu: 'logica_0A1B2C', groups: [1] }, false],
  [{ cu: 'logica_0A1B2C', groups: [] }, false],
  [{ cu: 'logica_0A1B2D', groups: [3] }, false],
])('lamp %o belongs to groups 3 and 16 of one unit: %s', (lamp, isMember) => {
  expect(isInAggregation(lamp, stairs)).toBe(isMember)
})

it.each([
  [
    [16, 3, 3],
    [3, 16],
  ],
  [[], null],
  [[0], null],
  [[17], null],
])('the groups %o are saved as %o', (groups, storedGroups) => {
  const parsed = aggregationDraft.safeParse({ name: 'Stairs', topic: 'logica_0A1B2C', groups })
  expect(parsed.success ? parsed.data.groups : null).toEqual(storedGroups)
})
