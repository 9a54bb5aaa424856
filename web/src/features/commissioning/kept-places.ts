import { type WalkPlace, walkPlace } from '@vigilux/contract/features/commissioning/walk.ts'
import { z } from 'zod'
import { failureOf } from '../../shared/api/api-failure.ts'
import { useKeptOnDevice } from '../../shared/session/kept-on-device.ts'

const texts = { description: z.string(), location: z.string() }

/** A place that waits on this device until it can be sent, with why it could not. */
const keptPlace = z.object({
  /** Under which it is sent, however often: it is written once. */
  key: z.uuid(),
  topic: z.string(),
  serial: z.string(),
  addr: z.int().nullable(),
  version: z.int(),
  place: walkPlace,
  at: z.iso.datetime(),
  /** What somebody else has written there meanwhile. */
  theirs: z.object({ ...texts, version: z.int() }).optional(),
  /** Why the server refused it. */
  refusal: z.string().optional(),
})
export type KeptPlace = z.infer<typeof keptPlace>

const keptWalk = z.object({
  places: z.array(keptPlace),
  /** What is typed and not saved yet, and of which lamp. */
  draft: z
    .object({ lamp: z.string(), place: z.object({ ...texts, roomId: z.string().nullable() }) })
    .nullable()
    .default(null),
})
export type KeptWalk = z.infer<typeof keptWalk>
export type ChangeKept = (change: (before: KeptWalk) => KeptWalk) => void
export type TypedPlace = WalkPlace

const nothing: KeptWalk = { places: [], draft: null }
const read = (found: unknown): KeptWalk => keptWalk.safeParse(found).data ?? nothing
const isNothing = ({ places, draft }: KeptWalk): boolean => places.length === 0 && draft === null

/** Keeps what a person types on a walk on this device, until the server has it. */
export function useKeptWalk(walkId: string): [KeptWalk, ChangeKept] {
  return useKeptOnDevice({ name: ['places', walkId], read, isNothing })
}

export type Theirs = NonNullable<KeptPlace['theirs']>

/** What somebody else has written meanwhile, where that is why a place was refused. */
export const theirsOf = (error: unknown): Theirs | undefined => {
  const { code, details } = failureOf(error)
  const { now } = (details ?? {}) as { now?: Theirs }
  if (code !== 'CHANGED_MEANWHILE' || !now) return undefined
  const { description, location, version } = now
  return { description, location, version }
}

/** Whether nothing keeps it from being sent but the line. */
export const canGo = ({ theirs, refusal }: KeptPlace): boolean => theirs === undefined && refusal === undefined

/** The queue with a place at its end, in the stead of an older one of the same lamp. */
export const withPlace = (places: readonly KeptPlace[], place: KeptPlace): KeptPlace[] => [
  ...places.filter(({ topic, serial }) => topic !== place.topic || serial !== place.serial),
  place,
]

/** The queue with one place otherwise, or without it. */
export const changedPlace = (
  places: readonly KeptPlace[],
  key: string,
  change: (place: KeptPlace) => KeptPlace | null,
): KeptPlace[] => places.flatMap((place) => (place.key === key ? (change(place) ?? []) : [place]))
