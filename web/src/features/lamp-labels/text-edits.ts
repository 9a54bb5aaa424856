import type { LampTextRevision } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { useSyncExternalStore } from 'react'

/** The last edit, for undo: its lamp, and its revision. */
export type TextEdit = { revision: LampTextRevision; lamp: number }
type EditState = { on: boolean; steps: readonly TextEdit[] }

/** Maximum number of edits to undo one by one; older ones are in the list of revisions. */
const maxSteps = 50

let editState: EditState = { on: false, steps: [] }
const listeners = new Set<() => void>()

function change(next: Partial<EditState>): void {
  editState = { ...editState, ...next }
  for (const listener of listeners) listener()
}

/** Switches the list's texts between fields and plain text. */
export function setEditingTexts(isEditing: boolean): void {
  change({ on: isEditing, steps: [] })
}

export function addTextEdit(step: TextEdit): void {
  change({ steps: [...editState.steps, step].slice(-maxSteps) })
}

export function removeTextEdit({ revision }: TextEdit): void {
  change({ steps: editState.steps.filter((step) => step.revision.id !== revision.id) })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the list is in edit mode; a shared state, because there are many cells. */
export function useIsEditingTexts(): boolean {
  return useSyncExternalStore(subscribe, () => editState.on)
}

export function useTextEdits(): readonly TextEdit[] {
  return useSyncExternalStore(subscribe, () => editState.steps)
}
