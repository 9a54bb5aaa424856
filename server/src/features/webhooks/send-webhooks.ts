import { randomUUID } from 'node:crypto'
import { maxWebhookAnswerLength, type WebhookFailure } from '@vigilux/contract/features/webhooks/webhook.ts'
import type { BackgroundParts } from '../../kernel/background.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import type { Work } from '../../kernel/work.ts'
import { OutboundFailure } from '../../ports/outbound.ts'
import { signedHeaders } from './signing.ts'
import {
  claimTurns,
  type DueCall,
  endTurn,
  findNextCall,
  markDelivered,
  recordCallFailure,
  type Turn,
} from './turns.store.ts'

const pollIntervalMs = 1_000
/** Concurrent receivers per node. Failing receivers have a separate limit, because they are slow and must not block the others. */
const maxConcurrent = { well: 40, failing: 10 } as const
/** Calls to one receiver before the next has its turn. */
const maxCallsPerTurn = 10

type Parts = Pick<BackgroundParts, 'ports' | 'log' | 'inTransaction'>
type Outcome = { failure: WebhookFailure | null; answer: string | null }

/** A receiver's answer on one bounded line. */
const lineOf = (status: number, text: string): string => {
  const first = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const line = `${status} ${first.replace(/[\s\p{Cc}]+/gu, ' ')}`.trim()
  return [...line].slice(0, maxWebhookAnswerLength).join('')
}

const failureOf = (status: number): WebhookFailure | null => {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'answered'
}

/** Calls a receiver. A failure is an outcome, never an exception. */
const callReceiver = async ({ ports }: Parts, due: DueCall): Promise<Outcome> => {
  const { id, address, closedSecret, earlierSecrets, body } = due
  const at = ports.clock.now()
  const key = ports.webhookCipher.open(closedSecret)
  if (!key) return { failure: 'unsigned', answer: null }
  const earlier = earlierSecrets
    .filter(({ until }) => new Date(until) > at)
    .flatMap(({ closed }) => ports.webhookCipher.open(closed) ?? [])
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Vigilux-Webhooks/1',
    ...signedHeaders([key, ...earlier], { id, at, body }),
  }
  try {
    const { status, text } = await ports.outbound.post(address, { headers, body })
    return { failure: failureOf(status), answer: lineOf(status, text) }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    if (error.message === 'internal') return { failure: 'internal', answer: null }
    return error.message === 'timeout'
      ? { failure: 'silent', answer: null }
      : { failure: 'unreachable', answer: error.message.slice(0, maxWebhookAnswerLength) }
  }
}

const broadcastCalls = (work: Work, plantId: string): void =>
  work.broadcast({ plant: plantId }, 'webhookCalls', { plant_id: plantId })

const recordOutcome = async (work: Work, due: DueCall, { failure, answer }: Outcome) => {
  if (failure === null) await markDelivered(work.tx, due, answer ?? '', work.now)
  else await recordCallFailure(work.tx, due, { failure, answer, now: work.now })
  if (failure === 'gone') work.broadcast({ plant: due.plantId }, 'webhooks', { plant_id: due.plantId })
  broadcastCalls(work, due.plantId)
}

/** Sends the due calls of one receiver in sequence, until one fails. */
const sendDueCalls = async (parts: Parts, turn: Turn): Promise<void> => {
  const { ports, inTransaction } = parts
  for (let n = 0; n < maxCallsPerTurn; n += 1) {
    let due: DueCall | undefined
    await inTransaction(async (work) => {
      const next = await findNextCall(work.tx, turn, ports.clock.now())
      due = next?.call
      if (next && next.givenUp > 0) broadcastCalls(work, next.plantId)
    })
    if (!due) break
    const call: DueCall = due
    const outcome = await callReceiver(parts, call)
    await inTransaction((work) => recordOutcome(work, call, outcome))
    if (outcome.failure !== null) break
  }
  await inTransaction(({ tx }) => endTurn(tx, turn))
}

/**
 * Calls webhook receivers, each one serially over all nodes. Rows hold the state, so another node continues after a crash; a call
 * without a recorded answer is repeated under the same id. No job batches, because a batch ends with its slowest job.
 */
export const createWebhookSender = (parts: Parts) => {
  const { ports, log, inTransaction } = parts
  const busy = { well: new Set<Promise<void>>(), failing: new Set<Promise<void>>() }
  const fill = async (lane: keyof typeof busy): Promise<number> => {
    const limit = maxConcurrent[lane] - busy[lane].size
    if (limit <= 0) return 0
    const wanted = { sender: randomUUID(), now: ports.clock.now(), isFailing: lane === 'failing', limit }
    const turns = await inTransaction(({ tx }) => claimTurns(tx, wanted))
    for (const turn of turns) {
      const used = sendDueCalls(parts, turn)
        .catch((error: unknown) => log.error({ err: error }, 'a webhook could not be called'))
        .finally(() => busy[lane].delete(used))
      busy[lane].add(used)
    }
    return turns.length
  }
  return {
    /** Starts sending due calls without waiting; returns the number of receivers. */
    look: async (): Promise<number> => (await fill('well')) + (await fill('failing')),
    /** Waits until all started calls are done. */
    async idle(): Promise<void> {
      while (busy.well.size + busy.failing.size > 0) await Promise.all([...busy.well, ...busy.failing])
    },
  }
}

export const webhookSender: TaskFactory = (parts) => {
  const { look, idle } = createWebhookSender(parts)
  return { name: 'send webhooks', everyMs: pollIntervalMs, turn: async () => void (await look()), idle }
}
