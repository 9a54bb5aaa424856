import { setTimeout as delay } from 'node:timers/promises'
import type { ActionInput, ActionName } from '@vigilux/contract/actions.ts'
import { type Random, randomOf } from '../../simulator/src/core/random.ts'
import { createApiClient } from '../support/api-client.ts'
import { ledgerUnits, type Stack } from './stack.ts'

/** What people ask for; each in words of its own, so that one that was done twice shows. */
export type RequestedAction = 'identifyLamp' | 'ftest' | 'assignGroups' | 'saveRoom' | 'invitaDelegato'
export type RequestLog = {
  wish: RequestedAction
  /** What makes it one of its own: lamp and seconds, the name of the room, the address. */
  key: string
  /** `unknown` is one whose answer never came, and one that says that the store was away: it may have been done. */
  outcome: 'answered' | 'refused' | 'unknown'
  requestId: string | null
  /** Of the command, test or operation that was answered. */
  id: string | null
  /** Of a refusal. */
  code: string | null
}

export type People = Awaited<ReturnType<typeof startPeople>>

const answerWithinMs = 8_000
/** Between two calls of a lane: a machine of two cores is busy, and no caller meets a limit. */
const pauseMs = [100, 260] as const
const highestSeconds = 600
const lampsOfUnit = 8
/** So many wishes to see a lamp blink differ from each other; a longer run asks for rooms in their place. */
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

/** Two people with two calls at a time each, who write down what they were answered. */
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
    // Each once, and then as the dice fall.
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
    /** They ask one after the other, until they are told that it is enough. */
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
