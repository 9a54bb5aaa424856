import type { LampTextRevision } from '@vigilux/contract/features/lamp-texts/lamp-text.ts'
import { useSyncExternalStore } from 'react'

/** What was typed last, to be taken back: the lamp that it was, and what to ask for. */
export type TypedStep = { revision: LampTextRevision; lamp: number }
type Typing = { on: boolean; steps: readonly TypedStep[] }

/** Steps that can be taken back one by one; older ones are in the list of what was written. */
const mostSteps = 50

let typing: Typing = { on: false, steps: [] }
const listeners = new Set<() => void>()

function change(next: Partial<Typing>): void {
  typing = { ...typing, ...next }
  for (const listener of listeners) listener()
}

/** Turns the texts of the list into fields, and back. */
export function setTyping(on: boolean): void {
  change({ on, steps: [] })
}

export function rememberTyped(step: TypedStep): void {
  change({ steps: [...typing.steps, step].slice(-mostSteps) })
}

export function forgetTyped({ revision }: TypedStep): void {
  change({ steps: typing.steps.filter((step) => step.revision.id !== revision.id) })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether texts are typed into the list now; one answer for all cells, which are many. */
export function useTyping(): boolean {
  return useSyncExternalStore(subscribe, () => typing.on)
}

export function useTypedSteps(): readonly TypedStep[] {
  return useSyncExternalStore(subscribe, () => typing.steps)
}
