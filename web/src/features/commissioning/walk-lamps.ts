import {
  type ClaimableLamp,
  isClaimed,
  minutesLeft,
  nextLamp,
} from '@vigilux/contract/features/commissioning/walk.rules.ts'
import type { Walk, WalkLamp, WalkPlace } from '@vigilux/contract/features/commissioning/walk.ts'
import { keyOf } from './walk-key.ts'

/** A lamp as the claim rules see it. */
export const toClaimableLamp = (lamp: WalkLamp): ClaimableLamp & { lamp: WalkLamp } => {
  const { state, addr, put_off, taken: claim } = lamp
  return { lamp, state, addr, putOff: put_off, taken: claim && { by: claim.userid, until: Date.parse(claim.until) } }
}

/** The person's probable next lamp, as far as this browser knows; excludes these keys. */
export const predictNextLamp = (
  lamps: readonly WalkLamp[],
  person: string,
  { now, without }: { now: number; without: ReadonlySet<string> },
): WalkLamp | null => {
  const candidates = lamps.filter((lamp) => !without.has(keyOf(lamp)))
  return nextLamp(candidates.map(toClaimableLamp), person, now)?.lamp ?? null
}

export type ActivePerson = { userid: string; name: string; addr: number | null; placed: number }

/** Other people at lamps, with the number they have placed. */
export const listOtherPeople = (lamps: readonly WalkLamp[], ownUserId: string, now: number): ActivePerson[] =>
  lamps.flatMap((lamp) => {
    const { taken: claim, addr } = lamp
    if (!claim || claim.userid === ownUserId || !isClaimed(toClaimableLamp(lamp), now)) return []
    const placedCount = lamps.filter(({ state, by }) => state === 'done' && by === claim.name).length
    return [{ userid: claim.userid, name: claim.name, addr, placed: placedCount }]
  })

/** Estimated remaining minutes, at the pace of the last places; null while unknown. */
export const minutesOf = (walk: Walk, lamps: readonly WalkLamp[]): number | null =>
  minutesLeft(
    lamps.flatMap(({ state, at }) => (state === 'done' && at ? [Date.parse(at)] : [])),
    walk.total - walk.done - walk.skipped,
  )

const newestFirst = (lamps: readonly WalkLamp[]): WalkLamp[] =>
  lamps.filter(({ state }) => state === 'done').toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))

const maxSuggestions = 8

/** Suggested rooms: recently used first, then the others in order. */
export const suggestRooms = (rooms: readonly { id: string }[], lamps: readonly WalkLamp[]): string[] => {
  const usedRoomIds = newestFirst(lamps).flatMap(({ room_id }) => (room_id ? [room_id] : []))
  const roomIds = new Set(rooms.map(({ id }) => id))
  return [...new Set([...usedRoomIds.filter((id) => roomIds.has(id)), ...roomIds])]
}

/** The next place of a row: "Door 406" leads to "Door 407"; empty without a number. */
export const followingPlace = (location: string): string => {
  const found = /\d+(?=\D*$)/.exec(location)
  if (!found) return ''
  const [digits] = found
  const next = String(Number(digits) + 1).padStart(digits.length, '0')
  return location.slice(0, found.index) + next + location.slice(found.index + digits.length)
}

/** The newest place that a person has entered in this walk. */
export const findLastPlace = (lamps: readonly WalkLamp[], person: string): WalkPlace | undefined => {
  const [last] = newestFirst(lamps.filter(({ by }) => by === person))
  return last && { description: '', location: last.location, roomId: last.room_id }
}

/** The first input for a lamp: its own texts, otherwise the room of the last place and the place that follows. */
export const proposePlace = (lamp: WalkLamp, last: WalkPlace | undefined): WalkPlace => {
  const { description, location, room_id: roomId } = lamp
  if (!last || description || location || roomId) return { description, location, roomId }
  return { description, location: followingPlace(last.location), roomId: last.roomId }
}

/** Places that follow the last one, then recently used ones without duplicates, those of the same room first. */
export const suggestPlaces = (lamps: readonly WalkLamp[], { roomId, last }: Suggestions): string[] => {
  const done = newestFirst(lamps)
  const roomLamps = done.filter(({ room_id }) => room_id === roomId)
  const following = followingPlace(last?.location ?? '')
  const used = [...roomLamps, ...done].map(({ location }) => location)
  return [...new Set([following, followingPlace(following), ...used].filter(Boolean))].slice(0, maxSuggestions)
}

type Suggestions = { roomId: string | null; last: WalkPlace | undefined }
