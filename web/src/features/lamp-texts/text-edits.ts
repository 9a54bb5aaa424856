import type { LampTextRevision } from '@vigilux/contract/features/lamp-texts/lamp-text.ts'
import { useSyncExternalStore } from 'react'

/** What was typed last, to be taken back: the lamp that it was, and what to ask for. */
export type TextEdit = { revision: LampTextRevision; lamp: number }
type EditState = { on: boolean; steps: readonly TextEdit[] }

/** Steps that can be taken back one by one; older ones are in the list of what was written. */
const maxSteps = 50

let typing: EditState = { on: false, steps: [] }
const listeners = new Set<() => void>()

function change(next: Partial<EditState>): void {
  typing = { ...typing, ...next }
  for (const listener of listeners) listener()
}

/** Turns the texts of the list into fields, and back. */
export function setEditingTexts(on: boolean): void {
  change({ on, steps: [] })
}

export function addTextEdit(step: TextEdit): void {
  change({ steps: [...typing.steps, step].slice(-maxSteps) })
}

export function removeTextEdit({ revision }: TextEdit): void {
  change({ steps: typing.steps.filter((step) => step.revision.id !== revision.id) })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether texts are typed into the list now; one answer for all cells, which are many. */
export function useIsEditingTexts(): boolean {
  return useSyncExternalStore(subscribe, () => typing.on)
}

export function useTextEdits(): readonly TextEdit[] {
  return useSyncExternalStore(subscribe, () => typing.steps)
}
