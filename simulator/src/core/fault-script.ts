import { z } from 'zod'

/** How a virtual unit misbehaves until it is told otherwise. */
export const faultScript = z.discriminatedUnion('name', [
  /** Receives commands, and neither does nor answers anything. */
  z.strictObject({ name: z.literal('never-answers') }),
  z.strictObject({ name: z.literal('answers-late'), ms: z.int().min(1).max(600_000) }),
  /** Refuses the first `n` sendings with ERROR_COMMAND_NOT_ENABLED. */
  z.strictObject({ name: z.literal('not-enabled-first'), n: z.int().min(1).max(1000) }),
  z.strictObject({ name: z.literal('rejects'), code: z.string().min(1).max(60) }),
  /** Loses its connection at each command, before it does anything. */
  z.strictObject({ name: z.literal('drops-line') }),
  /** Answers each command with what no decoder can read. */
  z.strictObject({ name: z.literal('sends-rubbish') }),
  z.strictObject({ name: z.literal('sends-record-twice') }),
  /** Does `after` configuration commands; at the next its line is lost, until the misbehaviour is ended. */
  z.strictObject({ name: z.literal('dies-in-batch'), after: z.int().min(0).max(10_000) }),
  /** Answers with a body of arrays within arrays, so many levels deep. */
  z.strictObject({ name: z.literal('answers-deep'), levels: z.int().min(1).max(200_000) }),
  /** Answers as if another command had been sent. */
  z.strictObject({ name: z.literal('wrong-id') }),
  z.strictObject({ name: z.literal('answers-twice') }),
  /** Does at once what it is told, and says so only when the command's time is over. */
  z.strictObject({ name: z.literal('answers-after-end') }),
  z.strictObject({ name: z.literal('enrolment-not-enabled') }),
  z.strictObject({ name: z.literal('already-enrolled') }),
  z.strictObject({ name: z.literal('enrolment-error') }),
  /** Reads no counter of any lamp. */
  z.strictObject({ name: z.literal('reads-no-counters') }),
  /** The counters of all lamps begin at 0, once. */
  z.strictObject({ name: z.literal('counters-restart') }),
  /** The counter of the first lamp shows so many Wh more, once. */
  z.strictObject({ name: z.literal('counter-jumps'), wh: z.int().min(1).max(10_000_000) }),
])
export type FaultScript = z.infer<typeof faultScript>

/** Whether the fault lasts. One that happens once must not repeat after a restart. */
export const isPersistent = ({ name }: FaultScript): boolean => name !== 'counters-restart' && name !== 'counter-jumps'

export type FaultName = FaultScript['name']

/** The names, in the order in which a panel offers them, with values for those that need one. */
export const faultChoices: readonly FaultScript[] = [
  { name: 'never-answers' },
  { name: 'answers-late', ms: 3_000 },
  { name: 'not-enabled-first', n: 2 },
  { name: 'rejects', code: 'INTERNAL' },
  { name: 'drops-line' },
  { name: 'sends-rubbish' },
  { name: 'sends-record-twice' },
  { name: 'dies-in-batch', after: 2 },
  { name: 'answers-deep', levels: 100_000 },
  { name: 'wrong-id' },
  { name: 'answers-twice' },
  { name: 'answers-after-end' },
  { name: 'enrolment-not-enabled' },
  { name: 'already-enrolled' },
  { name: 'enrolment-error' },
  { name: 'reads-no-counters' },
  { name: 'counters-restart' },
  { name: 'counter-jumps', wh: 1_000_000 },
]
