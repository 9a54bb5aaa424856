import { z } from 'zod'
import type { ActionInput } from '../../shared/api/actions.ts'

/** What may be done without a line: each writes once, however often it is sent under its id. */
const sendableActions = ['saveWalkLamp', 'completeRoundItem', 'postponeRoundItem', 'uploadLampPhoto'] as const
type SendableAction = (typeof sendableActions)[number]

const lampTexts = { description: z.string(), location: z.string() }

/** One thing that a person did without a line, as this device keeps it until the server has it. */
export const entry = z.object({
  /** Under which it is sent, however often. */
  id: z.uuid(),
  plantId: z.uuid(),
  plantName: z.string(),
  at: z.iso.datetime(),
  action: z.enum(sendableActions),
  /** As the action takes it; the server judges it. */
  input: z.looseObject({ plantId: z.uuid() }),
  /** What it is of: a later entry of the same takes its place. */
  of: z.string(),
  /** The number of the lamp, or the serial of the unit, as the person knows it. */
  name: z.string(),
  /** What was written or chosen, in the person's words. */
  detail: z.string(),
  bytes: z.int().default(0),
  /** What somebody else has written there meanwhile. */
  theirs: z.object({ ...lampTexts, version: z.int() }).optional(),
  /** Why the server refused it. */
  refusal: z.string().optional(),
})
export type Entry = z.infer<typeof entry>

/** What is new of an entry: its id and time come with it. */
export type NewEntry = {
  [Name in SendableAction]: Pick<Entry, 'plantId' | 'plantName' | 'of' | 'name' | 'detail'> & {
    id?: string
    action: Name
    input: Omit<ActionInput<Name>, 'workId' | 'bytes'>
    file?: File
  }
}[SendableAction]

/** Whether nothing keeps it from being sent but the line. */
export const isSendable = ({ theirs, refusal }: Entry): boolean => theirs === undefined && refusal === undefined

/** What a place is of, by its lamp. */
export const placeOf = (lamp: { topic: string; serial: string }): string => `place ${lamp.topic} ${lamp.serial}`
/** What work on a round is of, by its fault. */
export const workOf = (itemId: string): string => `work ${itemId}`
