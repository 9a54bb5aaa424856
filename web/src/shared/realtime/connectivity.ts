import { useLiveStatus } from './realtime.ts'

/** Whether the server is disconnected; false during the page's first connect. */
export function useIsDisconnected(): boolean {
  const state = useLiveStatus()?.state
  return state !== undefined && state !== 'connected' && state !== 'connecting'
}

/** Whether there is no network, or the server is unreachable for longer than a line usually takes to recover. */
export function useIsOffline(): boolean {
  const state = useLiveStatus()?.state
  return state === 'offline' || state === 'error'
}
