import { randomUUID } from 'node:crypto'
import { type WebhookFailure, webhookAnswerCharacters } from '@vigilux/contract/features/webhooks/webhook.ts'
import type { BackgroundParts } from '../../kernel/background.ts'
import type { TaskOf } from '../../kernel/task.ts'
import type { Work } from '../../kernel/work.ts'
import { OutboundFailure } from '../../ports/outbound.ts'
import { signedHeaders } from './signing.ts'
import { type DueCall, endTurn, markTaken, nextCall, noteFailure, type Turn, takeTurns } from './turns.store.ts'

const lookEveryMs = 1_000
/** Receivers that a node calls at the same time. Those that fail have a lane of their own: they are slow, and nobody is to wait for them. */
const atOnce = { well: 40, failing: 10 } as const
/** Calls of one receiver before the next has its turn. */
const callsOfTurn = 10

type Parts = Pick<BackgroundParts, 'ports' | 'log' | 'inTransaction'>
type Outcome = { failure: WebhookFailure | null; answer: string | null }

/** What a receiver answered, on a line that ends somewhere. */
const lineOf = (status: number, text: string): string => {
  const first = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const line = `${status} ${first.replace(/[\s\p{Cc}]+/gu, ' ')}`.trim()
  return [...line].slice(0, webhookAnswerCharacters).join('')
}

const failureOf = (status: number): WebhookFailure | null => {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'answered'
}

/** Calls a receiver. What comes back is never an error: it is what became of the call. */
const ask = async ({ ports }: Parts, due: DueCall): Promise<Outcome> => {
  const { id, address, closedSecret, earlierSecrets, body } = due
  const at = ports.clock.now()
  const key = ports.webhookVault.open(closedSecret)
  if (!key) return { failure: 'unsigned', answer: null }
  const earlier = earlierSecrets
    .filter(({ until }) => new Date(until) > at)
    .flatMap(({ closed }) => ports.webhookVault.open(closed) ?? [])
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
      : { failure: 'unreachable', answer: error.message.slice(0, webhookAnswerCharacters) }
  }
}

const tell = (work: Work, plantId: string): void =>
  work.broadcast({ plant: plantId }, 'webhookCalls', { plant_id: plantId })

const note = async (work: Work, due: DueCall, { failure, answer }: Outcome) => {
  if (failure === null) await markTaken(work.tx, due, answer ?? '', work.now)
  else await noteFailure(work.tx, due, { failure, answer, now: work.now })
  if (failure === 'gone') work.broadcast({ plant: due.plantId }, 'webhooks', { plant_id: due.plantId })
  tell(work, due.plantId)
}

/** Sends what is due for one receiver, one call after the other, until one fails. */
const useTurn = async (parts: Parts, turn: Turn): Promise<void> => {
  const { ports, inTransaction } = parts
  for (let n = 0; n < callsOfTurn; n += 1) {
    let due: DueCall | undefined
    await inTransaction(async (work) => {
      const next = await nextCall(work.tx, turn, ports.clock.now())
      due = next?.call
      if (next && next.givenUp > 0) tell(work, next.plantId)
    })
    if (!due) break
    const call: DueCall = due
    const outcome = await ask(parts, call)
    await inTransaction((work) => note(work, call, outcome))
    if (outcome.failure !== null) break
  }
  await inTransaction(({ tx }) => endTurn(tx, turn))
}

/**
 * Calls the receivers of webhooks, each of them once at a time over all nodes. Rows say what is due, so whatever ends a node, another goes on; a call whose answer
 * was not kept is sent again under the same id. Not jobs: a batch of those ends with its slowest.
 */
export const createWebhookSender = (parts: Parts) => {
  const { ports, log, inTransaction } = parts
  const busy = { well: new Set<Promise<void>>(), failing: new Set<Promise<void>>() }
  const fill = async (lane: keyof typeof busy): Promise<number> => {
    const limit = atOnce[lane] - busy[lane].size
    if (limit <= 0) return 0
    const wanted = { sender: randomUUID(), now: ports.clock.now(), isFailing: lane === 'failing', limit }
    const turns = await inTransaction(({ tx }) => takeTurns(tx, wanted))
    for (const turn of turns) {
      const used = useTurn(parts, turn)
        .catch((error: unknown) => log.error({ err: error }, 'a webhook could not be called'))
        .finally(() => busy[lane].delete(used))
      busy[lane].add(used)
    }
    return turns.length
  }
  return {
    /** Begins to send what is due, and waits for none of it; returns to how many receivers. */
    look: async (): Promise<number> => (await fill('well')) + (await fill('failing')),
    /** Waits until all that has begun is over. */
    async idle(): Promise<void> {
      while (busy.well.size + busy.failing.size > 0) await Promise.all([...busy.well, ...busy.failing])
    },
  }
}

export const webhookSender: TaskOf = (parts) => {
  const { look, idle } = createWebhookSender(parts)
  return { name: 'send webhooks', everyMs: lookEveryMs, turn: async () => void (await look()), idle }
}
