import { z } from 'zod'

/** Misbehavior of a virtual unit, until changed. */
export const faultScript = z.discriminatedUnion('name', [
  /** Receives commands, but neither executes nor answers them. */
  z.strictObject({ name: z.literal('never-answers') }),
  z.strictObject({ name: z.literal('answers-late'), ms: z.int().min(1).max(600_000) }),
  /** Refuses the first `n` attempts with ERROR_COMMAND_NOT_ENABLED. */
  z.strictObject({ name: z.literal('not-enabled-first'), n: z.int().min(1).max(1000) }),
  z.strictObject({ name: z.literal('rejects'), code: z.string().min(1).max(60) }),
  /** Loses its connection at each command, before executing it. */
  z.strictObject({ name: z.literal('drops-line') }),
  /** Answers each command with undecodable data. */
  z.strictObject({ name: z.literal('sends-rubbish') }),
  z.strictObject({ name: z.literal('sends-record-twice') }),
  /** Executes `after` configuration commands; at the next one it loses its connection, until the fault is ended. */
  z.strictObject({ name: z.literal('dies-in-batch'), after: z.int().min(0).max(10_000) }),
  /** Answers with nested arrays of this depth. */
  z.strictObject({ name: z.literal('answers-deep'), levels: z.int().min(1).max(200_000) }),
  /** Answers under the id of another command. */
  z.strictObject({ name: z.literal('wrong-id') }),
  z.strictObject({ name: z.literal('answers-twice') }),
  /** Executes at once, but answers only after the command's expiry. */
  z.strictObject({ name: z.literal('answers-after-end') }),
  z.strictObject({ name: z.literal('enrolment-not-enabled') }),
  z.strictObject({ name: z.literal('already-enrolled') }),
  z.strictObject({ name: z.literal('enrolment-error') }),
  /** Cannot read the counters of any lamp. */
  z.strictObject({ name: z.literal('reads-no-counters') }),
  /** Resets the counters of all lamps to 0, once. */
  z.strictObject({ name: z.literal('counters-restart') }),
  /** Adds these Wh to the counter of the first lamp, once. */
  z.strictObject({ name: z.literal('counter-jumps'), wh: z.int().min(1).max(10_000_000) }),
])
export type FaultScript = z.infer<typeof faultScript>

/** Whether the fault is persistent. A one-time fault must not repeat after a restart. */
export const isPersistent = ({ name }: FaultScript): boolean => name !== 'counters-restart' && name !== 'counter-jumps'

export type FaultName = FaultScript['name']

/** Faults in the order of a panel, some with values. */
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
