import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LineCondition } from '../central-units/index.ts'

/** Why gear does not report, as far as its line tells it. */
export type Silence = 'noPower' | 'gatewayAway' | 'noAnswer'

/** @param line what the unit says of the line now; undefined while the unit itself does not report */
export function silenceOf({ condition }: Pick<Lamp, 'condition'>, line: LineCondition | undefined): Silence | null {
  if (condition !== 'offline') return null
  if (line === 'noPower' || line === 'gatewayAway') return line
  return line === 'silent' || line === 'ok' ? 'noAnswer' : null
}

type Round = { lastSeen: string | null; roundS: number | null }

/**
 * When gear was read last. Gear that answers was read within the last round before the unit's last message; gear that
 * does not has the time of its last answer. Null if it is not known.
 */
export function lastReadOf({ condition, read_at }: Lamp, { lastSeen, roundS }: Round): string | null {
  const isRead = condition !== 'offline' && condition !== 'unknown' && roundS !== null
  return (isRead ? lastSeen : null) ?? read_at ?? null
}
