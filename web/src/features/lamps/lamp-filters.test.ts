import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import { optionsOf } from '../../shared/table/table-filters.ts'
import { computeShownRows, rowsOfOtherFilters, type TableState } from '../../shared/table/table-model.ts'
import { type FilterTexts, lampFilters } from './lamp-filters.ts'

const [hallId, floor] = ['hall', 'floor']
const texts: FilterTexts = {
  t: ((key: string | string[], values?: object) =>
    [...[key].flat(), ...Object.values(values ?? {})].join(' ')) as never,
  group: (_cu, group) => `group ${group}`,
  unit: (topic) => `unit ${topic}`,
  severalUnits: true,
  roomsOf: ({ id }) => (id === 1 ? [hallId, floor] : id === 2 ? [floor] : []),
  room: (id) => `room ${id}`,
  hasRooms: true,
  zonesOf: ({ id }) => (id === 1 ? ['night', 'hall'] : id === 3 ? ['night'] : []),
  zone: (id) => `zone ${id}`,
  hasZones: true,
  aggregations: [
    { id: 'way', name: 'Escape route', cu: 'logica_0A1B2C', groups: [3, 10], uses: [], version: 1 },
    { id: 'ten', name: 'Ten', cu: 'logica_0A1B2C', groups: [10], uses: [], version: 1 },
    { id: 'other', name: 'Of another unit', cu: 'sicuro_0B1B2C', groups: [3], uses: [], version: 1 },
  ],
}
const filters = lampFilters(texts)
const lamp = (id: number, change: Partial<Lamp> = {}): Lamp => ({
  cu: 'logica_0A1B2C',
  id,
  serial: `A1B2C${id}`,
  type: 'emergency',
  function: 'maintained',
  version: 0,
  description: '',
  location: '',
  notes: '',
  product_code: 'ST-8',
  groups: [3],
  parity: null,
  mode: 'normal',
  errors: [],
  condition: 'ok',
  battery: null,
  dimming: null,
  autonomy: null,
  line: null,
  software_version: null,
  reported_at: null,
  condition_since: null,
  ...change,
})
const lamps = [
  lamp(1, { errors: ['led_open', 'charger'], condition: 'error', groups: [3, 10] }),
  lamp(2, { function: 'nonMaintained', errors: ['led_open'], condition: 'error', product_code: null }),
  lamp(3, { cu: 'sicuro_0B1B2C', type: 'lighting', function: null, groups: [] }),
]
const state: TableState = { search: '', chip: '', sort: undefined, page: 1 }
const shownIds = (chosenFilters: Record<string, string[]>) =>
  computeShownRows(lamps, { ...state, filters: chosenFilters }, { columns: [], filters }).shown.map(({ id }) => id)
const options = (id: string, chosenFilters: Record<string, string[]> = {}) => {
  const filter = filters.find((one) => one.id === id)
  if (!filter) throw new Error(`no filter ${id}`)
  const rows = rowsOfOtherFilters(lamps, id, { ...state, filters: chosenFilters }, { columns: [], filters })
  return optionsOf(rows, filter, chosenFilters).map(({ label, count }) => `${label}: ${count}`)
}

test.each([
  [{ fault: ['led_open'] }, [1, 2]],
  [{ fault: ['led_open'], type: ['maintained'] }, [1]],
  [{ fault: ['charger', 'led_open'], product: ['none'] }, [2]],
  [{ room: ['floor'] }, [1, 2]],
  [{ room: ['hall', 'none'] }, [1, 3]],
  [{ group: ['logica_0A1B2C.10'] }, [1]],
  [{ group: ['none'], unit: ['sicuro_0B1B2C'], type: ['lighting'] }, [3]],
  [{ aggregation: ['way'] }, [1, 2]],
  [{ aggregation: ['way'], room: ['hall'] }, [1]],
  [{ aggregation: ['ten', 'none'] }, [1, 3]],
  [{ zone: ['night'] }, [1, 3]],
  [{ zone: ['hall', 'none'] }, [1, 2]],
  [
    {
      zone: ['night'],
      room: ['hall'],
      aggregation: ['way'],
      group: ['logica_0A1B2C.10'],
      fault: ['charger'],
      product: ['ST-8'],
    },
    [1],
  ],
  [{ zone: ['night'], room: ['hall'], fault: ['charger'], product: ['none'] }, []],
  [{ aggregation: ['other'] }, []],
  [{ unit: ['sicuro_0B1B2C'], fault: ['led_open'] }, []],
])('%j leaves %j', (chosenFilters, ids) => {
  expect(shownIds(chosenFilters)).toEqual(ids)
})

test('each value is named and counted, including lamps without one', () => {
  expect(options('room')).toEqual(['filter.noRoom: 1', 'room floor: 2', 'room hall: 1'])
  expect(options('zone')).toEqual(['filter.noZone: 1', 'zone hall: 1', 'zone night: 2'])
  expect(options('product')).toEqual(['ST-8: 2', 'unknown: 1'])
  expect(options('group')).toEqual([
    'filter.groupOfUnit group 3 0A1B2C: 2',
    'filter.groupOfUnit group 10 0A1B2C: 1',
    'filter.noGroup: 1',
  ])
  expect(options('aggregation')).toEqual(['Escape route: 2', 'filter.noAggregation: 1', 'Ten: 1'])
  expect(options('aggregation', { fault: ['charger'] })).toEqual(['Escape route: 1', 'Ten: 1'])
  expect(options('type', { fault: ['led_open'] })).toEqual([
    'function.maintained type.maintained: 1',
    'function.nonMaintained type.nonMaintained: 1',
  ])
})

test('filters with one unit or without rooms, zones and aggregations are left out', () => {
  const ids = lampFilters({ ...texts, severalUnits: false, hasRooms: false, hasZones: false, aggregations: [] }).map(
    ({ id }) => id,
  )
  expect(ids).toEqual(['type', 'group', 'fault', 'product'])
})
