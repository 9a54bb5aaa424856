import { setTimeout as delay } from 'node:timers/promises'
import type { ActionInput, ActionName } from '@vigilux/contract/actions.ts'
import { type Random, randomOf } from '../../simulator/src/core/random.ts'
import { createApiClient } from '../support/api-client.ts'
import { ledgerUnits, type Stack } from './stack.ts'

/** Actions of people; each with distinct values, to detect a duplicate. */
export type RequestedAction = 'identifyLamp' | 'ftest' | 'assignGroups' | 'saveRoom' | 'invitaDelegato'
export type RequestLog = {
  action: RequestedAction
  /** The distinct value: lamp and seconds, name of the room, or address. */
  key: string
  /** `unknown`: no answer, or the answer "store unavailable"; the action may have been executed. */
  outcome: 'answered' | 'refused' | 'unknown'
  requestId: string | null
  /** Id of the accepted command, test or operation. */
  id: string | null
  /** Code of a refusal. */
  code: string | null
}

export type People = Awaited<ReturnType<typeof startPeople>>

const answerWithinMs = 8_000
/** Pause between two calls of a lane: a two-core machine is busy but no caller hits a limit. */
const pauseMs = [100, 260] as const
const highestSeconds = 600
const lampsOfUnit = 8
/** Number of distinct requests to identify a lamp; a longer run creates rooms instead. */
const differentIdentifies = ledgerUnits.length * lampsOfUnit * highestSeconds

type Answer = { outcome: RequestLog['outcome']; requestId: string | null; code: string | null; data: unknown }
type Receipt = { command?: { id: string }; test?: { id: string }; operation?: { id: string } }

const unansweredCall: Answer = { outcome: 'unknown', requestId: null, code: null, data: null }

const post = async (url: string, cookie: string, body: object): Promise<Answer> => {
  try {
    const answer = await fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const { data = null, error = null } = (await answer.json()) as { data?: unknown; error?: string }
    const requestId = answer.headers.get('x-request-id')
    if (answer.ok) return { outcome: 'answered', requestId, code: null, data }
    return { outcome: answer.status < 500 ? 'refused' : 'unknown', requestId, code: error, data: null }
  } catch {
    return unansweredCall
  }
}

/** Two people with two parallel calls each, who record the answers. */
export const startPeople = async ({ url }: Pick<Stack, 'url'>, seed: number) => {
  const [installer, staff] = [
    await createApiClient(url).signIn('installer'),
    await createApiClient(url).signIn('staff'),
  ]
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  const plantId = plants[0]?.plant_id ?? ''
  const requests: RequestLog[] = []
  let requestCount = 0

  const sendRequest = async <N extends RequestedAction & ActionName>(
    cookie: string,
    requestedAction: N,
    key: string,
    input: ActionInput<N>,
  ) => {
    const { outcome, requestId, code, data } = await post(url, cookie, { action: requestedAction, ...input })
    const { command, test, operation } = (data ?? {}) as Receipt
    requests.push({
      action: requestedAction,
      key,
      outcome,
      requestId,
      code,
      id: (test ?? operation ?? command)?.id ?? null,
    })
  }
  const sendByAction: Record<RequestedAction, (cookie: string, n: number) => Promise<void>> = {
    identifyLamp: (cookie, n) => {
      const topic = ledgerUnits[n % ledgerUnits.length] ?? ''
      const addr = 1 + (Math.floor(n / ledgerUnits.length) % lampsOfUnit)
      const seconds = 1 + (Math.floor(n / ledgerUnits.length / lampsOfUnit) % highestSeconds)
      return sendRequest(cookie, 'identifyLamp', `${topic} ${addr} ${seconds}`, { plantId, topic, addr, seconds })
    },
    ftest: (cookie, n) => {
      const topic = ledgerUnits[n % ledgerUnits.length] ?? ''
      return sendRequest(cookie, 'ftest', topic, { plantId, topic, addr: [], kind: 'functional' })
    },
    assignGroups: (cookie, n) => {
      const topic = ledgerUnits[n % ledgerUnits.length] ?? ''
      const lamps = Array.from({ length: lampsOfUnit }, (_, at) => ({ addr: at + 1, groups: [1 + (n % 16)] }))
      return sendRequest(cookie, 'assignGroups', topic, { plantId, topic, lamps })
    },
    saveRoom: (cookie, n) => {
      const name = `Room ${n}`
      const room = { level: 'building' as const, parentId: null, name, kind: null, areaM2: null }
      return sendRequest(cookie, 'saveRoom', name, { plantId, room })
    },
    invitaDelegato: (_caller, n) => {
      const email = `person-${n}@torture.test`
      return sendRequest(installer.cookie(), 'invitaDelegato', email, { plantId, email })
    },
  }
  const allActions = Object.keys(sendByAction) as RequestedAction[]
  const nextAction = (random: Random): RequestedAction => {
    // Each kind once, then at random.
    const first = allActions[requestCount]
    if (first) return first
    const share = random.next()
    if (share < 0.55) return requestCount < differentIdentifies ? 'identifyLamp' : 'saveRoom'
    if (share < 0.63) return 'ftest'
    if (share < 0.7) return 'assignGroups'
    return share < 0.95 ? 'saveRoom' : 'invitaDelegato'
  }

  return {
    requests: requests as readonly RequestLog[],
    /** Both make requests until they are stopped. */
    async askUntil(isDone: () => boolean): Promise<void> {
      const lane = async (cookie: string, at: number) => {
        const random = randomOf(seed + at)
        while (!isDone()) {
          await sendByAction[nextAction(random)](cookie, requestCount++)
          await delay(random.whole(...pauseMs))
        }
      }
      await Promise.all([installer, staff, installer, staff].map((client, at) => lane(client.cookie(), at)))
    },
  }
}
