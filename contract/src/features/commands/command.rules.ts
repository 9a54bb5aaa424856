import {
  type CommandError,
  type CommandState,
  notEnabledCode,
  resendAfterNotEnabledMs,
  unencodableCode,
} from './command.ts'

/** Timeouts and retries of one command. All times in milliseconds. */
export type CommandPolicy = {
  /** Maximum wait for the answer to one attempt. */
  answerTimeoutMs: number
  /** Maximum duration of the unit's work after it accepted. */
  workTimeoutMs: number
  /** Attempts after the first. */
  retries: number
}

/** Mutable part of a command. */
export type CommandLife = {
  state: CommandState
  retriesLeft: number
  /** Attempts so far. */
  attempt: number
  /** Send time (queued) or deadline of the answer (sent, accepted). Null once the command has ended. */
  dueAt: Date | null
  error: CommandError | null
  /** The unit's own code of its refusal. */
  code: string | null
}

export type CommandEvent =
  /** The message went to the broker for a connected unit. */
  | { type: 'published' }
  /** The message is due, but the unit is not connected. */
  | { type: 'undeliverable' }
  /** The message is due, but cannot be encoded. */
  | { type: 'unwritable' }
  | { type: 'accepted' }
  | { type: 'done' }
  | { type: 'refused'; code: string }
  /** `dueAt` has passed without an answer. */
  | { type: 'overdue' }

const plusMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/** Initial state of a requested command. */
export const newCommandLife = (policy: CommandPolicy, now: Date): CommandLife => ({
  state: 'queued',
  retriesLeft: policy.retries,
  attempt: 0,
  dueAt: now,
  error: null,
  code: null,
})

const failLife = (life: CommandLife, error: CommandError, code: string | null = null): CommandLife => ({
  ...life,
  state: 'failed',
  dueAt: null,
  error,
  code,
})

const queueLife = (life: CommandLife, dueAt: Date): CommandLife => ({
  ...life,
  state: 'queued',
  retriesLeft: life.retriesLeft - 1,
  dueAt,
})

const failOrRetryRefused = (life: CommandLife, code: string, now: Date): CommandLife => {
  if (code !== notEnabledCode) return failLife(life, 'refused', code)
  // Already queued for a retry: the same refusal arrived twice, or at two nodes.
  if (life.state === 'queued') return life
  return life.retriesLeft > 0 ? queueLife(life, plusMs(now, resendAfterNotEnabledMs)) : failLife(life, 'refused', code)
}

const failOrRetryExpired = (life: CommandLife, now: Date): CommandLife => {
  // A queued command is never overdue: it is sent or found undeliverable.
  if (life.state === 'queued') return life
  return life.state === 'sent' && life.retriesLeft > 0 ? queueLife(life, now) : failLife(life, 'communication_error')
}

export const hasEnded = (life: { state: CommandState }): boolean => life.state === 'done' || life.state === 'failed'

/**
 * State machine of a command, total over states and events (specification, section 4). Late or repeated answers leave
 * the state unchanged.
 */
export const nextCommandLife = (
  life: CommandLife,
  event: CommandEvent,
  policy: CommandPolicy,
  now: Date,
): CommandLife => {
  if (hasEnded(life)) return life
  switch (event.type) {
    case 'published':
      if (life.state !== 'queued') return life
      return { ...life, state: 'sent', attempt: life.attempt + 1, dueAt: plusMs(now, policy.answerTimeoutMs) }
    case 'undeliverable':
      if (life.state !== 'queued') return life
      return failLife(life, life.attempt === 0 ? 'expired' : 'communication_error')
    case 'unwritable':
      return life.state === 'queued' ? failLife(life, 'refused', unencodableCode) : life
    case 'accepted':
      if (life.state === 'accepted') return life
      return { ...life, state: 'accepted', dueAt: plusMs(now, policy.workTimeoutMs) }
    case 'done':
      return { ...life, state: 'done', dueAt: null }
    case 'refused':
      return failOrRetryRefused(life, event.code, now)
    case 'overdue':
      return failOrRetryExpired(life, now)
    default:
      return event satisfies never
  }
}
