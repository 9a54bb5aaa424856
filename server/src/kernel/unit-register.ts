import type { DeviceMessage } from '@vigilux/device-plane/device-updates.ts'

/** A unit as known by its plant. */
export type EnrolledUnit = {
  id: string
  plantId: string
  /** `logica_0A1B2C` */
  unit: string
  cuType: string
  cuId: string
  /** The enrolled life; messages of another life are not this unit's. Null until the first one is seen. */
  life: string | null
}

export type EnrolledUnits = ReadonlyMap<string, EnrolledUnit>

/** Finds the enrolled units of messages. One query per batch, for all listeners. */
export type UnitRegister<Context> = {
  /**
   * The enrolled units of messages, by unit id. Locks them until the transaction ends, always in the same order, so two
   * nodes never process one unit at once and never deadlock.
   */
  find(items: readonly DeviceMessage[], context: Context): Promise<EnrolledUnits>
  /** Marks units whose life differs from the enrolled one. */
  markUnknownUnits(items: readonly DeviceMessage[], units: EnrolledUnits, context: Context): Promise<void>
}

/** Reason for which a message is rejected; counted by reason. */
export type RejectionReason = 'unknown_unit' | 'not_enrolled'

/**
 * Null for an accepted message. Connections and answers are accepted in any life, because enrolment needs them: their
 * listeners compare lives. Other messages count only from the enrolled life, in its plant.
 */
export const rejectionReason = ({ channel, update }: DeviceMessage, units: EnrolledUnits): RejectionReason | null => {
  if (channel === 'online' || channel === 'response') return null
  const cachedUnit = units.get(update.unit)
  if (!cachedUnit) return 'not_enrolled'
  return cachedUnit.life === update.life ? null : 'unknown_unit'
}
