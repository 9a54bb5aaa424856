import type { DeviceMessage } from './device-messages.ts'

/** A unit as the plant that has enrolled it knows it. */
export type EnrolledUnit = {
  id: string
  plantId: string
  /** `logica_0A1B2C` */
  unit: string
  cuType: string
  cuId: string
  /** The life that the plant enrolled; what comes under another is not this unit's. Null until one was seen. */
  life: string | null
}

export type EnrolledUnits = ReadonlyMap<string, EnrolledUnit>

/** Whose messages these are. One question per batch, for all who listen. */
export type UnitRegister<Context> = {
  /**
   * The enrolled units behind messages, by unit id. Locked until the transaction ends, in one order for all, so that two
   * server nodes never work on one unit at once and never wait for each other in a ring.
   */
  find(items: readonly DeviceMessage[], context: Context): Promise<EnrolledUnits>
  /** Notices units that live another life than the one that was enrolled. */
  markUnknownUnits(items: readonly DeviceMessage[], units: EnrolledUnits, context: Context): Promise<void>
}

/** Why a message is not taken; counted by reason. */
export type RejectionReason = 'stranger' | 'not_enrolled'

/**
 * Null for a message that is to be taken. Connections and answers are taken in any life, because that is how a unit is
 * enrolled: their listeners compare lives. Everything else belongs to the plant and the life in which it was made.
 */
export const rejectionReason = ({ channel, update }: DeviceMessage, units: EnrolledUnits): RejectionReason | null => {
  if (channel === 'online' || channel === 'response') return null
  const known = units.get(update.unit)
  if (!known) return 'not_enrolled'
  return known.life === update.life ? null : 'stranger'
}
