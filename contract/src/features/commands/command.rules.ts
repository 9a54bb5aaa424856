import {
  type CommandError,
  type CommandState,
  notEnabledCode,
  resendAfterNotEnabledMs,
  unencodableCode,
} from './command.ts'

/** How patient the platform is with one command. All times in milliseconds. */
export type CommandPolicy = {
  /** How long one sending waits for an answer. */
  answerTimeoutMs: number
  /** How long the unit may work after it accepted. */
  workTimeoutMs: number
  /** Further sendings after the first. */
  retries: number
}

/** The part of a command that changes while it lives. */
export type CommandLife = {
  state: CommandState
  retriesLeft: number
  /** Sendings so far. */
  attempt: number
  /** When it goes out (queued), or when the answer is overdue (sent, accepted). Null once it has ended. */
  dueAt: Date | null
  error: CommandError | null
  /** The unit's own code where it refused. */
  code: string | null
}

export type CommandEvent =
  /** It was handed to the broker for a unit that is connected. */
  | { type: 'published' }
  /** It should go out, but the unit is not connected. */
  | { type: 'undeliverable' }
  /** It should go out, but no message can be made of it. */
  | { type: 'unwritable' }
  | { type: 'accepted' }
  | { type: 'done' }
  | { type: 'refused'; code: string }
  /** The time in `dueAt` has come without an answer. */
  | { type: 'overdue' }

const plusMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/** A command that has just been asked for. */
export const newCommandLife = (policy: CommandPolicy, now: Date): CommandLife => ({
  state: 'queued',
  retriesLeft: policy.retries,
  attempt: 0,
  dueAt: now,
  error: null,
  code: null,
})

const toFailed = (life: CommandLife, error: CommandError, code: string | null = null): CommandLife => ({
  ...life,
  state: 'failed',
  dueAt: null,
  error,
  code,
})

const toQueued = (life: CommandLife, dueAt: Date): CommandLife => ({
  ...life,
  state: 'queued',
  retriesLeft: life.retriesLeft - 1,
  dueAt,
})

const afterRefusal = (life: CommandLife, code: string, now: Date): CommandLife => {
  if (code !== notEnabledCode) return toFailed(life, 'refused', code)
  // It waits to be sent again already: this is the same refusal, delivered twice or to two nodes.
  if (life.state === 'queued') return life
  return life.retriesLeft > 0 ? toQueued(life, plusMs(now, resendAfterNotEnabledMs)) : toFailed(life, 'refused', code)
}

const afterDeadline = (life: CommandLife, now: Date): CommandLife => {
  // What waits to be sent is never overdue: it is sent, or found undeliverable.
  if (life.state === 'queued') return life
  return life.state === 'sent' && life.retriesLeft > 0 ? toQueued(life, now) : toFailed(life, 'communication_error')
}

export const hasEnded = (life: { state: CommandState }): boolean => life.state === 'done' || life.state === 'failed'

/**
 * The whole life of a command: total over states and events. An event that no longer concerns the command leaves it as
 * it is, so a late or repeated answer changes nothing. Specification section 4.
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
      return toFailed(life, life.attempt === 0 ? 'expired' : 'communication_error')
    case 'unwritable':
      return life.state === 'queued' ? toFailed(life, 'refused', unencodableCode) : life
    case 'accepted':
      if (life.state === 'accepted') return life
      return { ...life, state: 'accepted', dueAt: plusMs(now, policy.workTimeoutMs) }
    case 'done':
      return { ...life, state: 'done', dueAt: null }
    case 'refused':
      return afterRefusal(life, event.code, now)
    case 'overdue':
      return afterDeadline(life, now)
    default:
      return event satisfies never
  }
}
