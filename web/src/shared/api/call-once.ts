import { doublePressMs } from '../double-press.ts'
import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { ApiFailure, failureOf } from './api-failure.ts'
import { write } from './channel.ts'

/** Pressed twice they are two: a key of a unit turns its display by a page each time, a step of light is one more. */
const repeatableActions: ReadonlySet<ActionName> = new Set<ActionName>(['keypressSimulation', 'setLightLevel'])

/** Pauses before the second and the third try. */
const pausesMs = [1_000, 3_000]
/** No further try begins later than this. */
const retryWindowMs = 30_000
/** The same press after a failure keeps its key for this time. */
const dedupeMs = 60_000

const recent = new Map<string, Promise<unknown>>()
/** Keys of presses whose outcome is unknown, by action and input. */
const keysOfUnknownOutcome = new Map<string, string>()

/** Failures after which the write may have been stored. A proxy answers 502 and 504 for a server that it lost. */
const mayHaveSucceeded = ({ code, status }: ApiFailure, wasOnline: boolean): boolean =>
  ['OUTCOME_UNKNOWN', 'realtime_no_answer'].includes(code) ||
  (code === 'network_error' && wasOnline) ||
  status === 502 ||
  status === 504

/** Failures of the line or of a busy server: they do not say what became of an earlier try. */
const isInconclusive = ({ code, status }: ApiFailure): boolean =>
  status === 0 || status === 429 || status === 503 || code === 'internal_error'

/**
 * Sends a write under its idempotency key. Where its outcome is unknown it is sent again with the same key, at most
 * three times: the server stores it once.
 */
export async function writeOnce<Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  key: string,
): Promise<ActionOutput<Name>> {
  const begun = Date.now()
  let isUnknown = false
  for (let tries = 0; ; tries += 1) {
    const wasOnline = navigator.onLine
    try {
      return await write(action, input, key)
    } catch (error) {
      const failure = failureOf(error)
      isUnknown ||= mayHaveSucceeded(failure, wasOnline)
      if (!isUnknown || !isInconclusive(failure)) throw error
      const pauseMs = pausesMs[tries]
      if (pauseMs === undefined || Date.now() - begun + pauseMs > retryWindowMs)
        throw failure.code === 'OUTCOME_UNKNOWN' ? failure : new ApiFailure('realtime_no_answer', 0)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Keeps the key of a press whose outcome is unknown, so that pressing again repeats it. */
const remember = (press: string, key: string): void => {
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
    if (isUnknown && !repeatableActions.has(action)) remember(press, key)
    throw error
  }
}

/**
 * A write with the same input while the first is on its way, or within the time of a double click, is the same press:
 * it is sent once and both get its answer.
 */
export function callOnce<Name extends ActionName>(action: Name, input: ActionInput<Name>): Promise<ActionOutput<Name>> {
  const press = JSON.stringify([action, input])
  const going = repeatableActions.has(action) ? undefined : recent.get(press)
  if (going) return going as Promise<ActionOutput<Name>>
  const begun = send(action, input, press)
  recent.set(press, begun)
  const past = new Promise((resolve) => setTimeout(resolve, doublePressMs))
  void Promise.allSettled([begun, past]).then(() => {
    if (recent.get(press) === begun) recent.delete(press)
  })
  return begun
}

/** The same press is sent anew from now on: nobody gets the answer to what another account has pressed before. */
export function clearPresses(): void {
  recent.clear()
  keysOfUnknownOutcome.clear()
}
