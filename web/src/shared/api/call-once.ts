import { doublePressMs } from '../double-press.ts'
import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { ApiFailure, failureOf } from './api-failure.ts'
import { write } from './channel.ts'

/** Two presses of these are two actions: each press of a unit's key turns its display by a page, and each light step adds one. */
const repeatableActions: ReadonlySet<ActionName> = new Set<ActionName>(['keypressSimulation', 'setLightLevel'])

/** Pauses before the second and the third try. */
const pausesMs = [1_000, 3_000]
/** No retry begins later than this. */
const retryWindowMs = 30_000
/** How long the same press after a failure reuses its key. */
const dedupeMs = 60_000

const recentPresses = new Map<string, Promise<unknown>>()
/** Idempotency keys of presses with an unknown outcome, by action and input. */
const keysOfUnknownOutcome = new Map<string, string>()

/** Failures after which the write may have been stored. A proxy answers 502 or 504 when it lost the server. */
const mayHaveSucceeded = ({ code, status }: ApiFailure, wasOnline: boolean): boolean =>
  ['OUTCOME_UNKNOWN', 'realtime_no_answer'].includes(code) ||
  (code === 'network_error' && wasOnline) ||
  status === 502 ||
  status === 504

/** Failures of the line or of a busy server: they leave the outcome of an earlier try unknown. */
const isInconclusive = ({ code, status }: ApiFailure): boolean =>
  status === 0 || status === 429 || status === 503 || code === 'internal_error'

/**
 * Sends a write under its idempotency key. While the outcome is unknown, the write is retried with the same key, at most three
 * times; the server stores it once.
 */
export async function writeOnce<Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  key: string,
): Promise<ActionOutput<Name>> {
  const startedAt = Date.now()
  let isUnknown = false
  for (let attempt = 0; ; attempt += 1) {
    const wasOnline = navigator.onLine
    try {
      return await write(action, input, key)
    } catch (error) {
      const failure = failureOf(error)
      isUnknown ||= mayHaveSucceeded(failure, wasOnline)
      if (!isUnknown || !isInconclusive(failure)) throw error
      const pauseMs = pausesMs[attempt]
      if (pauseMs === undefined || Date.now() - startedAt + pauseMs > retryWindowMs)
        throw failure.code === 'OUTCOME_UNKNOWN' ? failure : new ApiFailure('realtime_no_answer', 0)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Remembers the key of a press with an unknown outcome, so that pressing again repeats the same write. */
const rememberKey = (press: string, key: string): void => {
  keysOfUnknownOutcome.set(press, key)
  setTimeout(() => {
    if (keysOfUnknownOutcome.get(press) === key) keysOfUnknownOutcome.delete(press)
  }, dedupeMs)
}

const send = async <Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  press: string,
): Promise<ActionOutput<Name>> => {
  const key = keysOfUnknownOutcome.get(press) ?? crypto.randomUUID()
  keysOfUnknownOutcome.delete(press)
  try {
    return await writeOnce(action, input, key)
  } catch (error) {
    const { code } = failureOf(error)
    const isUnknown = code === 'OUTCOME_UNKNOWN' || code === 'realtime_no_answer'
    if (isUnknown && !repeatableActions.has(action)) rememberKey(press, key)
    throw error
  }
}

/**
 * Deduplicates presses: a write with the same input, while the first is in flight or within the time of a double click, is sent
 * once and both callers get its answer.
 */
export function callOnce<Name extends ActionName>(action: Name, input: ActionInput<Name>): Promise<ActionOutput<Name>> {
  const press = JSON.stringify([action, input])
  const runningPress = repeatableActions.has(action) ? undefined : recentPresses.get(press)
  if (runningPress) return runningPress as Promise<ActionOutput<Name>>
  const pendingPress = send(action, input, press)
  recentPresses.set(press, pendingPress)
  const pressTimeout = new Promise((resolve) => setTimeout(resolve, doublePressMs))
  void Promise.allSettled([pendingPress, pressTimeout]).then(() => {
    if (recentPresses.get(press) === pendingPress) recentPresses.delete(press)
  })
  return pendingPress
}

/** Forgets all presses at a change of account, so that nobody gets the answer to another account's press. */
export function clearPresses(): void {
  recentPresses.clear()
  keysOfUnknownOutcome.clear()
}
