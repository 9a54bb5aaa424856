import {
  type OutwardBridge,
  type OutwardConnection,
  outwardSilentS,
} from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import type { StateName } from '../../shared/status/states.ts'

/**
 * State of a connection's row. `opening` and `closing`: the bridge has not yet followed the switch. `silent`: nothing
 * newer is known, because the bridge does not report.
 */
export type ShownConnection = 'tokenEnded' | 'silent' | 'opening' | 'closing' | 'open' | 'failed' | 'off'

export const isSilent = ({ reportedAt }: OutwardBridge, now: number): boolean =>
  now - Date.parse(reportedAt) > outwardSilentS * 1_000

export function shownConnection(bridge: OutwardBridge, { state, on }: OutwardConnection, now: number): ShownConnection {
  if (bridge.token.end) return 'tokenEnded'
  if (isSilent(bridge, now)) return 'silent'
  if (!on) return state === 'off' ? 'off' : 'closing'
  return state === 'connecting' || state === 'off' ? 'opening' : state
}

/** State of each condition; a connection switched off has none. */
export const stateOfConnection: Record<Exclude<ShownConnection, 'off'>, StateName> = {
  tokenEnded: 'disabled',
  silent: 'offline',
  opening: 'unknown',
  closing: 'unknown',
  open: 'ok',
  failed: 'error',
}
