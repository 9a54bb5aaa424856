import { expect, it } from 'vitest'
import { zonesByLamp } from './zone.rules.ts'
import { zoneDraft } from './zone.ts'

const [a, b] = ['logica_0A1B2C', 'logica_0A1B2D']
const zones = [
  { id: 'night', groups: [{ cu: a, groups: [3, 16] }] },
  { id: 'day', groups: [{ cu: b, groups: [3] }] },
  { id: 'stairs', groups: [] },
]
const places = [
  { zone_id: 'stairs', topic: a, addrs: [1, 2] },
  { zone_id: 'night', topic: a, addrs: [2] },
  { zone_id: 'removed', topic: a, addrs: [1] },
]

it.each([
  [{ cu: a, id: 1, groups: [] }, ['stairs']],
  [{ cu: a, id: 1, groups: [16] }, ['night', 'stairs']],
  [{ cu: a, id: 2, groups: [3, 16] }, ['night', 'stairs']],
  [{ cu: a, id: 9, groups: [1] }, []],
  [{ cu: b, id: 1, groups: [3] }, ['day']],
])('lamp %o is listed once in the zones %o', (lamp, ids) => {
  expect(zonesByLamp(zones, places)(lamp)).toEqual(ids)
})

const id = '00000000-0000-4000-8000-000000000001'
it.each([
  [
    { zoneName: ' Hall ', collections: [id, id] },
    { zoneName: 'Hall', collections: [id] },
  ],
  [{ zoneName: '', collections: [] }, null],
  [{ zoneName: '   ', collections: [] }, null],
  [{ zoneName: 'x'.repeat(61), collections: [] }, null],
  [{ zoneName: 'Hall', collections: ['no id'] }, null],
])('%o is saved as %o', (draft, storedZone) => {
  const parsed = zoneDraft.safeParse(draft)
  expect(parsed.success ? parsed.data : null).toEqual(storedZone)
})
