import { useSyncExternalStore } from 'react'
import { getOutbox, subscribeToOutbox } from './outbox.ts'

/** The outbox of this device, oldest first, and the number sent since the page was opened. */
export const useOutbox = () => useSyncExternalStore(subscribeToOutbox, getOutbox)
