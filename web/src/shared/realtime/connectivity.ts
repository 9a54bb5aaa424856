import { useLiveStatus } from './realtime.ts'

/** Whether there is no line to the server; not while the first connection of the page is made. */
export function useIsDisconnected(): boolean {
  const state = useLiveStatus()?.state
  return state !== undefined && state !== 'connected' && state !== 'connecting'
}

/** Whether there is no network, or the server has not been reached for a while: longer than a line takes to come back by itself. */
export function useIsOffline(): boolean {
  const state = useLiveStatus()?.state
  return state === 'offline' || state === 'error'
}
