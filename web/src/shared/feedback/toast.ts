import { useSyncExternalStore } from 'react'
import { failureText } from '../api/api-failure.ts'

/** A message about what is not visible on the page; a failure stays until it is closed. */
export type Toast = { id: number; message: string; failed: boolean }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** "12 lamps added to unit 0B2304": only for what is not visible on the page already. */
export function toastDone(message: string): void {
  change([...toasts, { id: ++lastId, message, failed: false }])
}

/** A failure that has no place on the page; it stays until it is closed. */
export function toastFailure(error: unknown): void {
  change([...toasts, { id: ++lastId, message: failureText(error), failed: true }])
}

export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Every message that is not closed yet, the oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts)
}
