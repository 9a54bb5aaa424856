import { z } from 'zod'
import type { ActionInput } from '../../shared/api/actions.ts'

/** Actions available offline: each is idempotent under its entry's id. */
const sendableActions = ['saveWalkLamp', 'completeRoundItem', 'postponeRoundItem', 'uploadLampPhoto'] as const
type SendableAction = (typeof sendableActions)[number]

const lampLabels = { description: z.string(), location: z.string() }

/** An action of a person offline, stored on this device until the server has it. */
export const entry = z.object({
  /** Idempotency key of every attempt. */
  id: z.uuid(),
  plantId: z.uuid(),
  plantName: z.string(),
  at: z.iso.datetime(),
  action: z.enum(sendableActions),
  /** The action's input; validated by the server. */
  input: z.looseObject({ plantId: z.uuid() }),
  /** Subject of the entry: a later entry with the same subject replaces it. */
  of: z.string(),
  /** The lamp's number, or the unit's serial, as the person knows it. */
  name: z.string(),
  /** The text or choice, in the person's words. */
  detail: z.string(),
  bytes: z.int().default(0),
  /** The other person's current texts. */
  theirs: z.object({ ...lampLabels, version: z.int() }).optional(),
  /** Why the server refused it. */
  refusal: z.string().optional(),
})
export type Entry = z.infer<typeof entry>

/** A new entry; id and time are added. */
export type NewEntry = {
  [Name in SendableAction]: Pick<Entry, 'plantId' | 'plantName' | 'of' | 'name' | 'detail'> & {
    id?: string
    action: Name
    input: Omit<ActionInput<Name>, 'workId' | 'bytes'>
    file?: File
  }
}[SendableAction]

/** Whether the entry only waits for the line. */
export const isSendable = ({ theirs, refusal }: Entry): boolean => theirs === undefined && refusal === undefined

/** Subject of a place, by its lamp. */
export const placeOf = (lamp: { topic: string; serial: string }): string => `place ${lamp.topic} ${lamp.serial}`
/** Subject of work on a round, by its fault. */
export const workOf = (itemId: string): string => `work ${itemId}`
