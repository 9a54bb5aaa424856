import { doublePressMs } from '../double-press.ts'
import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { ApiFailure, failureOf } from './api-failure.ts'
import { write } from './channel.ts'

/** Pressed twice they are two: a key of a unit turns its display by a page each time, a step of light is one more. */
const everyPressCounts: ReadonlySet<ActionName> = new Set<ActionName>(['keypressSimulation', 'setLightLevel'])

const recent = new Map<string, Promise<unknown>>()

/**
 * A write with the same input while the first is on its way, or within the time of a double click, is the same press:
 * it is sent once and both get its answer.
 */
export function callOnce<Name extends ActionName>(action: Name, input: ActionInput<Name>): Promise<ActionOutput<Name>> {
  const key = JSON.stringify([action, input])
  const going = everyPressCounts.has(action) ? undefined : recent.get(key)
  if (going) return going as Promise<ActionOutput<Name>>
  const wasOnline = navigator.onLine
  const begun = write(action, input).catch((error: unknown) => {
    // It was on its way when the connection broke: it may have arrived, so nobody is told that it did not.
    if (wasOnline && failureOf(error).code === 'network_error') throw new ApiFailure('realtime_no_answer', 0)
    throw error
  })
  recent.set(key, begun)
  const past = new Promise((resolve) => setTimeout(resolve, doublePressMs))
  void Promise.allSettled([begun, past]).then(() => {
    if (recent.get(key) === begun) recent.delete(key)
  })
  return begun
}

/** The same press is sent anew from now on: nobody gets the answer to what another account has pressed before. */
export function forgetPresses(): void {
  recent.clear()
}
