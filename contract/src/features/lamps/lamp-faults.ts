import { buildFaultCatalogue, type Fault, findFault, sortWorstFirst } from '../plants/fault.ts'
import type { LampError } from './lamp.ts'

/**
 * Every fault of a lamp, with its part and urgency (specification, section 8; IEC 62386-202, failure status: circuit,
 * battery duration, battery, lamp; IEC 62034, clause 4.4.2, for a silent lamp).
 */
export const lampFaultCatalogue = buildFaultCatalogue<LampError>('lamp', 'error', {
  functional_test_failed: { part: 'lightSource', urgency: 'now' },
  autonomy_test_failed: { part: 'battery', urgency: 'now' },
  battery_low_voltage: { part: 'battery', urgency: 'soon' },
  battery_not_connected: { part: 'battery', urgency: 'now' },
  battery_short: { part: 'battery', urgency: 'now' },
  battery_test_failure: { part: 'battery', urgency: 'now' },
  battery_duration: { part: 'battery', urgency: 'now' },
  battery_duration_under_30s: { part: 'battery', urgency: 'now' },
  charger: { part: 'charger', urgency: 'soon' },
  led_open: { part: 'lightSource', urgency: 'now' },
  led_short: { part: 'lightSource', urgency: 'now' },
  led_partial_short: { part: 'lightSource', urgency: 'soon' },
  lamp_failure: { part: 'lightSource', urgency: 'now' },
  dali: { part: 'driver', urgency: 'soon' },
  communication: { part: 'line', urgency: 'now' },
  over_voltage: { part: 'mains', urgency: 'now' },
  under_voltage: { part: 'mains', urgency: 'now' },
  over_power: { part: 'lightSource', urgency: 'soon' },
  under_power: { part: 'lightSource', urgency: 'soon' },
  uv_tube: { part: 'lightSource', urgency: 'planned' },
  polarity: { part: 'wiring', urgency: 'now' },
  programming: { part: 'configuration', urgency: 'soon' },
  duplicate_id: { part: 'configuration', urgency: 'soon' },
  wiring: { part: 'wiring', urgency: 'now' },
  overload: { part: 'line', urgency: 'now' },
})

/** All reported faults of a lamp, worst first. */
export const faultsOfLamp = (errors: readonly LampError[]): Fault<LampError>[] =>
  sortWorstFirst(errors.map((code) => findFault(lampFaultCatalogue, code, { of: 'lamp', severity: 'error' })))
