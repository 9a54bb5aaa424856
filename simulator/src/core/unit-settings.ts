import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { LocalTime } from './local-time.ts'
import type { UnitHardware } from './unit-wire.ts'

/** Settings of a unit by people; kept without power, lost in factory state. */
export type SavedSettings = Pick<UnitDetail, 'name' | 'ratedHours' | 'flags' | 'contacts' | 'configurationMode'> & {
  /** Null for a unit without a relay. */
  relay: boolean | null
  utcOffsetMin: number
  /** Clock changes of the plant after the clock was set. */
  changes?: LocalTime['changes']
  /** Configured number of lamps; null if the found number applies. */
  lampsConfigured: number | null
}
export type UnitSettings = SavedSettings

export const factorySettings = (hardware: UnitHardware): SavedSettings => ({
  name: null,
  ratedHours: 1,
  flags: { automaticTests: true, keypadLock: false, buzzer: true, extendedEmergency: false, remoteRest: false },
  contacts: Array.from({ length: hardware.contacts }, (_, index) => ({
    number: index + 1,
    signal: index === 0 ? ('emergency' as const) : ('failure' as const),
    conjunction: 'or' as const,
    activationDelayS: 0,
  })),
  configurationMode: 0,
  relay: hardware.hasRelay ? false : null,
  utcOffsetMin: 60,
  lampsConfigured: null,
})
