import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { expect, test } from 'vitest'
import {
  findLastPlace,
  followingPlace,
  listOtherPeople,
  predictNextLamp,
  proposePlace,
  suggestPlaces,
  suggestRooms,
} from './walk-lamps.ts'

const lamp = (addr: number, change: Partial<WalkLamp> = {}): WalkLamp => ({
  topic: 'logica_0A1B2C',
  serial: `S${addr}`,
  addr,
  type: 'emergency',
  description: '',
  location: '',
  version: 0,
  room_id: null,
  state: 'open',
  reason: null,
  put_off: 0,
  by: null,
  at: null,
  taken: null,
  ...change,
})
const done = (addr: number, minute: number, change: Partial<WalkLamp>) =>
  lamp(addr, { state: 'done', by: 'Luca', at: `2026-03-02T09:0${minute}:00.000Z`, ...change })
const luca = { userid: 'l', name: 'Luca', until: '2026-03-02T09:10:00.000Z', blinks_until: null }
const now = Date.parse('2026-03-02T09:05:00Z')

test('the next lamp is free and has no pending entry on this device', () => {
  const lamps = [lamp(1), lamp(2, { taken: luca }), lamp(3)]
  const next = (...excluded: string[]) =>
    predictNextLamp(lamps, 'ada', { now, without: new Set(excluded.map((serial) => `logica_0A1B2C ${serial}`)) })?.addr
  expect([next(), next('S1'), next('S1', 'S3')]).toEqual([1, 3, undefined])
})

test('other people are listed with their lamps until their time ends', () => {
  const lamps = [done(1, 1, {}), done(2, 2, { by: 'Ada' }), lamp(3, { taken: luca })]
  expect(listOtherPeople(lamps, 'ada', now)).toEqual([{ userid: 'l', name: 'Luca', addr: 3, placed: 1 }])
  expect(listOtherPeople(lamps, 'l', now)).toEqual([])
  expect(listOtherPeople(lamps, 'ada', now + 300_000)).toEqual([])
})

test('recently used rooms and places are suggested first and once', () => {
  const lamps = [
    done(1, 1, { room_id: 'b', location: 'Door 1' }),
    done(2, 2, { room_id: 'c', location: 'Exit' }),
    done(3, 3, { room_id: 'b', location: 'Exit' }),
    lamp(4, { room_id: 'a', location: 'Of before' }),
  ]
  expect(suggestRooms([{ id: 'a' }, { id: 'b' }, { id: 'c' }], lamps)).toEqual(['b', 'c', 'a'])
  expect(suggestRooms([{ id: 'a' }], lamps)).toEqual(['a'])
  expect(suggestPlaces(lamps, { roomId: 'b', last: undefined })).toEqual(['Exit', 'Door 1'])
  const last = { description: '', location: 'Door 1', roomId: 'b' }
  expect(suggestPlaces(lamps, { roomId: 'b', last })).toEqual(['Door 2', 'Door 3', 'Exit', 'Door 1'])
})

test.each([
  ['Door 406', 'Door 407'],
  ['Stair 2, landing 09', 'Stair 2, landing 10'],
  ['Room 12 left', 'Room 13 left'],
  ['Above the exit', ''],
])('after %s follows %j', (place, following) => expect(followingPlace(place)).toBe(following))

test('a lamp without texts begins with the room and the next place of the person, another one with its own', () => {
  const lamps = [done(1, 1, { by: 'Ada', room_id: 'b', location: 'Door 7' }), done(2, 2, { location: 'Exit' })]
  const last = findLastPlace(lamps, 'Ada')
  expect(proposePlace(lamp(3), last)).toEqual({ description: '', location: 'Door 8', roomId: 'b' })
  const own = lamp(3, { location: 'Lobby' })
  expect(proposePlace(own, last)).toEqual({ description: '', location: 'Lobby', roomId: null })
  expect(proposePlace(lamp(3), findLastPlace(lamps, 'Eve'))).toEqual({ description: '', location: '', roomId: null })
})
