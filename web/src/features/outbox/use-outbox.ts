import { useSyncExternalStore } from 'react'
import { getOutbox, subscribeToOutbox } from './outbox.ts'

/** What waits on this device to be sent, the oldest first, and how many went out since the page was opened. */
export const useOutbox = () => useSyncExternalStore(subscribeToOutbox, getOutbox)
