import type { Condition } from '../plants/conditions.ts'
import type { Fault } from '../plants/fault.ts'
import type { CentralUnit, UnitError, UnitFinding, UnitWarning } from './central-unit.ts'
import { faultsOfUnit, type UnitFaultCode } from './unit-faults.ts'

/** Facts about a unit, as it and its lamps last reported them. */
export type UnitSafetyFacts = {
  isAcquired: boolean
  /** Its serial reports under another life than the enrolled one. */
  isUnknownUnit: boolean
  isConnected: boolean
  /** The unit reports a mains failure. */
  onBattery: boolean
  /** The unit reports an inhibition. Types without this report have a warning instead. */
  isInhibited: boolean
  lamps: { onBattery: number; inError: number; inhibited: number }
  errors: readonly UnitError[]
  warnings: readonly UnitWarning[]
  findings: readonly UnitFinding[]
}

/** Safety-related state of a unit. Screens, documents, counts and notices are projections of it. */
export type UnitSafety = {
  contact: 'notAcquired' | 'unknownUnit' | 'none' | 'connected'
  /** Whether the unit or one of its lamps runs on battery now; false without contact. */
  onBattery: boolean
  /** Whether the unit or one of its lamps is inhibited now; false without contact. */
  inhibited: boolean
  /** Open faults of the unit itself, worst first. Without contact its errors stay open, and warnings are unknown. */
  faults: Fault<UnitFaultCode>[]
  /** Whether the unit or one of its lamps has a fault. */
  isFaulty: boolean
  condition: Condition
}

const contactOf = ({ isAcquired, isUnknownUnit, isConnected }: UnitSafetyFacts): UnitSafety['contact'] => {
  if (!isAcquired) return 'notAcquired'
  if (isUnknownUnit) return 'unknownUnit'
  return isConnected ? 'connected' : 'none'
}

/** Single derivation of a unit's safety state. Without contact it is offline, whatever it last reported. */
export const unitSafety = (facts: UnitSafetyFacts): UnitSafety => {
  const contact = contactOf(facts)
  const { lamps, warnings } = facts
  const faults = contact === 'notAcquired' ? [] : faultsOfUnit(facts)
  if (contact !== 'connected') {
    const errors = faults.filter(({ severity }) => severity === 'error')
    const isFaulty = contact !== 'notAcquired' && (errors.length > 0 || lamps.inError > 0)
    return { contact, onBattery: false, inhibited: false, faults: errors, isFaulty, condition: 'offline' }
  }
  const onBattery = facts.onBattery || lamps.onBattery > 0
  const inhibited = facts.isInhibited || warnings.includes('system_inhibited') || lamps.inhibited > 0
  const isFaulty = faults.some(({ severity }) => severity === 'error') || lamps.inError > 0
  const conditionOf = (): Condition => {
    if (onBattery) return 'emergency'
    if (isFaulty) return 'error'
    if (inhibited) return 'inhibited'
    return faults.length > 0 ? 'warning' : 'ok'
  }
  return { contact, onBattery, inhibited, faults, isFaulty, condition: conditionOf() }
}

export type ShownUnit = Pick<
  CentralUnit,
  'connection' | 'unknown_life_since' | 'on_battery' | 'inhibition' | 'errors' | 'warnings' | 'findings' | 'lamps'
>

/** The safety state of a unit as the server answers it. */
export const safetyOfUnit = (unit: ShownUnit): UnitSafety =>
  unitSafety({
    isAcquired: unit.connection !== 'notAcquired',
    isUnknownUnit: unit.unknown_life_since !== null,
    isConnected: unit.connection === 'connected',
    onBattery: unit.on_battery,
    isInhibited: unit.inhibition !== null,
    lamps: { onBattery: unit.lamps.on_battery, inError: unit.lamps.in_error, inhibited: unit.lamps.inhibited },
    errors: unit.errors,
    warnings: unit.warnings,
    findings: unit.findings,
  })
