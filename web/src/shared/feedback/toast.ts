import { useSyncExternalStore } from 'react'
import { failureText } from '../api/api-failure.ts'

/** A message about something outside the page; a failure stays until it is closed. */
export type Toast = { id: number; message: string; failed: boolean }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** For example "12 lamps added to unit 0B2304": only for results not visible on the page. */
export function toastDone(message: string): void {
  change([...toasts, { id: ++lastId, message, failed: false }])
}

/** A problem without a place on the page; it stays until it is closed. */
export function toastProblem(message: string): void {
  change([...toasts, { id: ++lastId, message, failed: true }])
}

/** The same for the refusal of an action. */
export function toastFailure(error: unknown): void {
  toastProblem(failureText(error))
}

export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All open messages, oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts)
}
