import { doublePressMs } from '../double-press.ts'
import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { call } from './call.ts'

const recent = new Map<string, Promise<unknown>>()

/**
 * A write with the same input while the first is on its way, or within the time of a double click, is the same press:
 * it is sent once and both get its answer.
 */
export function callOnce<Name extends ActionName>(action: Name, input: ActionInput<Name>): Promise<ActionOutput<Name>> {
  const key = JSON.stringify([action, input])
  const going = recent.get(key)
  if (going) return going as Promise<ActionOutput<Name>>
  const begun = call(action, input)
  recent.set(key, begun)
  const past = new Promise((resolve) => setTimeout(resolve, doublePressMs))
  void Promise.allSettled([begun, past]).then(() => recent.delete(key))
  return begun
}
