import type { Room } from '@vigilux/contract/features/rooms/room.ts'
import { expect, test } from 'vitest'
import { nearestRooms } from './nearest-rooms.ts'

const place = (id: string, level: Room['level'], parentId: string | null): Room => ({
  id,
  name: id,
  level,
  parentId,
  kind: null,
  areaM2: null,
  used: null,
  version: 1,
  units: 0,
  lamps: 0,
})
const rooms = [
  ...['1', '2', '3', '10'].map((floor) => place(`Floor ${floor}`, 'floor', null)),
  ...['1', '2', '3', '10'].map((floor) => place(`Hall ${floor}`, 'room', `Floor ${floor}`)),
  place('Shed', 'room', null),
]
const ancestorsOf = (id: string) => [id, ...rooms.flatMap((one) => (one.id === id && one.parentId ? one.parentId : []))]
const orderFor = (lamp: { cu: string; id: number }, lampRooms: Record<string, string>) =>
  nearestRooms(lamp, {
    rooms,
    ancestorsOf,
    label: (id) => ancestorsOf(id).toReversed().join(' › '),
    roomsOf: ({ cu, id }) => ancestorsOf(lampRooms[`${cu}.${id}`] ?? '').filter(Boolean),
  }).map(({ id }) => id)
const inOrder = ['Floor 1', 'Hall 1', 'Floor 2', 'Hall 2', 'Floor 3', 'Hall 3', 'Floor 10', 'Hall 10', 'Shed']

test('the floor of the lamp comes first, then the next floors', () => {
  expect(orderFor({ cu: 'a', id: 7 }, { 'a.7': 'Hall 3' })).toEqual([
    'Floor 3',
    'Hall 3',
    'Floor 2',
    'Hall 2',
    'Floor 10',
    'Hall 10',
    'Floor 1',
    'Hall 1',
    'Shed',
  ])
})

test('a lamp without a room is near the rooms of the next lamps of its unit', () => {
  const lampRooms = { 'a.1': 'Hall 1', 'a.9': 'Hall 10', 'b.7': 'Hall 2' }
  expect(orderFor({ cu: 'a', id: 7 }, lampRooms).slice(0, 2)).toEqual(['Floor 10', 'Hall 10'])
})

test('without any lamp in a room the places follow their names', () => {
  expect(orderFor({ cu: 'a', id: 7 }, {})).toEqual(inOrder)
})
