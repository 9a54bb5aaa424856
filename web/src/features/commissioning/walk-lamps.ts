import {
  type ClaimableLamp,
  isClaimed,
  minutesLeft,
  nextLamp,
} from '@vigilux/contract/features/commissioning/walk.rules.ts'
import type { Walk, WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { keyOf } from './walk-key.ts'

/** A lamp as the rules judge it. */
export const toClaimableLamp = (lamp: WalkLamp): ClaimableLamp & { lamp: WalkLamp } => {
  const { state, addr, put_off, taken } = lamp
  return { lamp, state, addr, putOff: put_off, taken: taken && { by: taken.userid, until: Date.parse(taken.until) } }
}

/** The lamp that a person will be given, as far as this browser knows; without those of these keys. */
export const predictNextLamp = (
  lamps: readonly WalkLamp[],
  person: string,
  { now, without }: { now: number; without: ReadonlySet<string> },
): WalkLamp | null => {
  const others = lamps.filter((lamp) => !without.has(keyOf(lamp)))
  return nextLamp(others.map(toClaimableLamp), person, now)?.lamp ?? null
}

export type ActivePerson = { userid: string; name: string; addr: number | null; placed: number }

/** The others who are at lamps now, with how many they have placed. */
export const listOtherPeople = (lamps: readonly WalkLamp[], me: string, now: number): ActivePerson[] =>
  lamps.flatMap((lamp) => {
    const { taken, addr } = lamp
    if (!taken || taken.userid === me || !isClaimed(toClaimableLamp(lamp), now)) return []
    const placed = lamps.filter(({ state, by }) => state === 'done' && by === taken.name).length
    return [{ userid: taken.userid, name: taken.name, addr, placed }]
  })

/** Minutes that the walk takes yet, at the pace of its last places; null while that is not known. */
export const minutesOf = (walk: Walk, lamps: readonly WalkLamp[]): number | null =>
  minutesLeft(
    lamps.flatMap(({ state, at }) => (state === 'done' && at ? [Date.parse(at)] : [])),
    walk.total - walk.done - walk.skipped,
  )

const newestFirst = (lamps: readonly WalkLamp[]): WalkLamp[] =>
  lamps.filter(({ state }) => state === 'done').toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))

const maxSuggestions = 8

/** Rooms in the order in which they are offered: those that were used last, and then the others as they come. */
export const suggestRooms = (rooms: readonly { id: string }[], lamps: readonly WalkLamp[]): string[] => {
  const used = newestFirst(lamps).flatMap(({ room_id }) => (room_id ? [room_id] : []))
  const known = new Set(rooms.map(({ id }) => id))
  return [...new Set([...used.filter((id) => known.has(id)), ...known])]
}

/** Words for places that were used last on this walk, each once; those of the same room first. */
export const suggestPlaces = (lamps: readonly WalkLamp[], roomId: string | null): string[] => {
  const done = newestFirst(lamps)
  const here = done.filter(({ room_id }) => room_id === roomId)
  return [...new Set([...here, ...done].map(({ location }) => location).filter(Boolean))].slice(0, maxSuggestions)
}
