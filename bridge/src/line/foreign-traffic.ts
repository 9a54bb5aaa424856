import { type Target, targetOf } from '../bus/address.ts'
import { command, emergencyType, special } from '../bus/opcodes.ts'

/** Effects of another master's frame on its receivers. */
export type Effect = 'level' | 'groups' | 'addresses' | 'emergency'

/** Follows the frames of other masters on one line. */
export class ForeignTraffic {
  #enabledType: number | null = null

  /** Receivers and effects of a frame; null if it changes nothing. */
  hear(bits: number, data: readonly number[]): { target: Target; effects: readonly Effect[] } | null {
    const [first, second] = data
    if (bits !== 16 || first === undefined || second === undefined) return null
    const enabledType = this.#enabledType
    this.#enabledType = first === special.enableDeviceType ? second : null
    const receivers = targetOf(first)
    if (!receivers) return first === special.programShortAddress ? { target: 'all', effects: ['addresses'] } : null
    const effects = receivers.isLevel ? (['level'] as const) : effectsOf(second, enabledType)
    return effects.length === 0 ? null : { target: receivers.target, effects }
  }
}

const effectsOf = (code: number, enabledType: number | null): readonly Effect[] => {
  if (code < 0x20) return ['level']
  if (code === 0x20) return ['level', 'groups']
  if (code >= command.addToGroup && code < command.setShortAddress) return ['groups']
  if (code === command.setShortAddress) return ['addresses']
  return code >= 0xe0 && code < 0xf1 && enabledType === emergencyType ? ['emergency'] : []
}

export const isReceiver = (target: Target, gear: { short: number; groups: number }): boolean => {
  if (target === 'all') return true
  if (target === 'unaddressed') return false
  return 'short' in target ? target.short === gear.short : (gear.groups & (1 << target.group)) !== 0
}
