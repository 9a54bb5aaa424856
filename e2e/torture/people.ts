import { setTimeout as delay } from 'node:timers/promises'
import type { ActionInput, ActionName } from '@vigilux/contract/actions.ts'
import { type Random, randomOf } from '../../simulator/src/core/random.ts'
import { createApiClient } from '../support/api-client.ts'
import { ledgerUnits, type Stack } from './stack.ts'

/** Actions of people; each with distinct values, so that a duplicate is detectable. */
export type RequestedAction = 'identifyLamp' | 'ftest' | 'assignGroups' | 'saveRoom' | 'invitaDelegato'
export type RequestLog = {
  wish: RequestedAction
  /** The distinct value: lamp and seconds, name of the room, or address. */
  key: string
  /** `unknown`: no answer, or an answer that the store was unavailable; the action may have been executed. */
  outcome: 'answered' | 'refused' | 'unknown'
  requestId: string | null
  /** Id of the accepted command, test or operation. */
  id: string | null
  /** Code of a refusal. */
  code: string | null
}

export type People = Awaited<ReturnType<typeof startPeople>>

const answerWithinMs = 8_000
/** Pause between two calls of a lane, so that a two-core machine is busy but no caller hits a limit. */
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
  const asked: RequestLog[] = []
  let made = 0

  const ask = async <N extends RequestedAction & ActionName>(
    who: string,
    wish: N,
    key: string,
    input: ActionInput<N>,
  ) => {
    const { outcome, requestId, code, data } = await post(url, who, { action: wish, ...input })
    const { command, test, operation } = (data ?? {}) as Receipt
    asked.push({ wish, key, outcome, requestId, code, id: (test ?? operation ?? command)?.id ?? null })
  }
  const wishes: Record<RequestedAction, (who: string, n: number) => Promise<void>> = {
    identifyLamp: (who, n) => {
      const topic = ledgerUnits[n % ledgerUnits.length] ?? ''
      const addr = 1 + (Math.floor(n / ledgerUnits.length) % lampsOfUnit)
      const seconds = 1 + (Math.floor(n / ledgerUnits.length / lampsOfUnit) % highestSeconds)
      return ask(who, 'identifyLamp', `${topic} ${addr} ${seconds}`, { plantId, topic, addr, seconds })
    },
    ftest: (who, n) => {
      const topic = ledgerUnits[n % ledgerUnits.length] ?? ''
      return ask(who, 'ftest', topic, { plantId, topic, addr: [], kind: 'functional' })
    },
    assignGroups: (who, n) => {
      const topic = ledgerUnits[n % ledgerUnits.length] ?? ''
      const lamps = Array.from({ length: lampsOfUnit }, (_, at) => ({ addr: at + 1, groups: [1 + (n % 16)] }))
      return ask(who, 'assignGroups', topic, { plantId, topic, lamps })
    },
    saveRoom: (who, n) => {
      const name = `Room ${n}`
      const room = { level: 'building' as const, parentId: null, name, kind: null, areaM2: null }
      return ask(who, 'saveRoom', name, { plantId, room })
    },
    invitaDelegato: (_who, n) => {
      const email = `person-${n}@torture.test`
      return ask(installer.cookie(), 'invitaDelegato', email, { plantId, email })
    },
  }
  const every = Object.keys(wishes) as RequestedAction[]
  const nextWish = (random: Random): RequestedAction => {
    // Each kind once, then at random.
    const first = every[made]
    if (first) return first
    const dice = random.next()
    if (dice < 0.55) return made < differentIdentifies ? 'identifyLamp' : 'saveRoom'
    if (dice < 0.63) return 'ftest'
    if (dice < 0.7) return 'assignGroups'
    return dice < 0.95 ? 'saveRoom' : 'invitaDelegato'
  }

  return {
    asked: asked as readonly RequestLog[],
    /** Both make requests until they are stopped. */
    async askUntil(isEnough: () => boolean): Promise<void> {
      const lane = async (who: string, at: number) => {
        const random = randomOf(seed + at)
        while (!isEnough()) {
          await wishes[nextWish(random)](who, made++)
          await delay(random.whole(...pauseMs))
        }
      }
      await Promise.all([installer, staff, installer, staff].map((who, at) => lane(who.cookie(), at)))
    },
  }
}
