import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LineCondition } from '../central-units/index.ts'

/** Why gear does not report, as far as its line tells it. */
export type Silence = 'noPower' | 'gatewayAway' | 'noAnswer'

/** Whether the unit reads the gear now; undefined while it has reported nothing of it. */
export function isAnswering({
  condition,
  mode,
  errors,
}: Pick<Lamp, 'condition' | 'mode' | 'errors'>): boolean | undefined {
  if (condition === 'offline' || mode === 'unreachable' || errors.includes('communication')) return false
  return mode === null ? undefined : true
}

/** @param line state of the line as the unit reports it; undefined while the unit itself does not report */
export function silenceOf(lamp: Lamp, line: LineCondition | undefined): Silence | null {
  if (isAnswering(lamp) !== false) return null
  if (line === 'noPower' || line === 'gatewayAway') return line
  return line === 'silent' || line === 'ok' ? 'noAnswer' : null
}

type Round = { lastSeen: string | null; roundS: number | null }

/**
 * When gear was read last. Answering gear was read within the last round before the unit's last message; silent gear
 * has the time of its last answer. Null if unknown.
 */
export function lastReadOf(lamp: Lamp, { lastSeen, roundS }: Round): string | null {
  const isRead = isAnswering(lamp) === true && roundS !== null
  return (isRead ? lastSeen : null) ?? lamp.read_at ?? null
}
