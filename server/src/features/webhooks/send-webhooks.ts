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
  isAnyCallDue,
  markDelivered,
  recordCallFailure,
  type Turn,
} from './turns.store.ts'

/** Concurrent receivers per node. Failing ones have a limit of their own, because they are slow. */
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
const callReceiver = async ({ ports }: Parts, dueCall: DueCall): Promise<Outcome> => {
  const { id, address, closedSecret, earlierSecrets, body } = dueCall
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

const recordOutcome = async (work: Work, dueCall: DueCall, { failure, answer }: Outcome) => {
  if (failure === null) await markDelivered(work.tx, dueCall, answer ?? '', work.now)
  else await recordCallFailure(work.tx, dueCall, { failure, answer, now: work.now })
  if (failure === 'gone') work.broadcast({ plant: dueCall.plantId }, 'webhooks', { plant_id: dueCall.plantId })
  broadcastCalls(work, dueCall.plantId)
}

/** Sends the due calls of one receiver in sequence, until one fails. */
const sendDueCalls = async (parts: Parts, senderTurn: Turn): Promise<void> => {
  const { ports, inTransaction } = parts
  for (let n = 0; n < maxCallsPerTurn; n += 1) {
    let dueCall: DueCall | undefined
    await inTransaction(async (work) => {
      const next = await findNextCall(work.tx, senderTurn, ports.clock.now())
      dueCall = next?.call
      if (next && next.givenUp > 0) broadcastCalls(work, next.plantId)
    })
    if (!dueCall) break
    const call: DueCall = dueCall
    const outcome = await callReceiver(parts, call)
    await inTransaction((work) => recordOutcome(work, call, outcome))
    if (outcome.failure !== null) break
  }
  await inTransaction(({ tx }) => endTurn(tx, senderTurn))
}

/**
 * Calls each receiver serially over all nodes. Rows hold the state, so another node continues after a crash; a call
 * without a recorded answer is repeated under the same id. No job batches, because a batch ends with its slowest job.
 */
export const createWebhookSender = (parts: Parts) => {
  const { ports, log, inTransaction } = parts
  const busyCalls = { well: new Set<Promise<void>>(), failing: new Set<Promise<void>>() }
  const fillQueue = async (queueName: keyof typeof busyCalls): Promise<number> => {
    const limit = maxConcurrent[queueName] - busyCalls[queueName].size
    if (limit <= 0) return 0
    const turnRequest = { sender: randomUUID(), now: ports.clock.now(), isFailing: queueName === 'failing', limit }
    const turns = await inTransaction(({ tx }) => claimTurns(tx, turnRequest))
    for (const senderTurn of turns) {
      const sending = sendDueCalls(parts, senderTurn)
        .catch((error: unknown) => log.error({ err: error }, 'a webhook could not be called'))
        .finally(() => busyCalls[queueName].delete(sending))
      busyCalls[queueName].add(sending)
    }
    return turns.length
  }
  return {
    /** Starts sending due calls without waiting; returns the number of receivers. */
    look: async (): Promise<number> => (await fillQueue('well')) + (await fillQueue('failing')),
    /** Waits until all started calls are done. */
    async idle(): Promise<void> {
      while (busyCalls.well.size + busyCalls.failing.size > 0)
        await Promise.all([...busyCalls.well, ...busyCalls.failing])
    },
  }
}

export const webhookSender: TaskFactory = (parts) => {
  const { look: startDueTurns, idle: waitUntilIdle } = createWebhookSender(parts)
  return {
    name: 'send webhooks',
    due: isAnyCallDue,
    turn: async () => void (await startDueTurns()),
    idle: waitUntilIdle,
  }
}
