import { buildFaultCatalogue, type Fault, findFault, sortWorstFirst } from '../plants/fault.ts'
import type { UnitError, UnitFinding, UnitWarning } from './central-unit.ts'

/**
 * Every fault of a central unit, with its part and urgency (specification, section 8; EN 50171; IEC 62034, clause 4.4,
 * on self-monitoring of supplies and testers).
 */
export const unitErrorCatalogue = buildFaultCatalogue<UnitError>('unit', 'error', {
  battery_low_voltage: { part: 'battery', urgency: 'soon' },
  battery_not_connected: { part: 'battery', urgency: 'now' },
  battery_short: { part: 'battery', urgency: 'now' },
  battery_test_failure: { part: 'battery', urgency: 'now' },
  charger: { part: 'charger', urgency: 'soon' },
  fuse: { part: 'fuse', urgency: 'now' },
  isolation: { part: 'wiring', urgency: 'now' },
  insulation: { part: 'line', urgency: 'now' },
  bus: { part: 'bus', urgency: 'now' },
  uart_1: { part: 'serialPort', urgency: 'soon' },
  uart_2: { part: 'serialPort', urgency: 'soon' },
  uart_3: { part: 'serialPort', urgency: 'soon' },
  uart_4: { part: 'serialPort', urgency: 'soon' },
  uart_5: { part: 'serialPort', urgency: 'soon' },
  uart_6: { part: 'serialPort', urgency: 'soon' },
  uart_7: { part: 'serialPort', urgency: 'soon' },
  modem: { part: 'modem', urgency: 'planned' },
  dali: { part: 'bus', urgency: 'now' },
  over_voltage: { part: 'mains', urgency: 'now' },
  under_voltage: { part: 'mains', urgency: 'now' },
  over_power: { part: 'line', urgency: 'soon' },
  under_power: { part: 'line', urgency: 'soon' },
  polarity: { part: 'wiring', urgency: 'now' },
  wiring: { part: 'wiring', urgency: 'now' },
  overload: { part: 'line', urgency: 'now' },
  duplicate_lamp_ids: { part: 'configuration', urgency: 'soon' },
  communication_ak: { part: 'module', urgency: 'now' },
  communication_akext: { part: 'module', urgency: 'now' },
  communication_io: { part: 'module', urgency: 'soon' },
  communication_llsa: { part: 'module', urgency: 'now' },
  communication_lssa: { part: 'module', urgency: 'now' },
  communication_switch_11kw: { part: 'module', urgency: 'now' },
  communication_substation: { part: 'module', urgency: 'now' },
})

/** Every warning of a central unit, with its part and urgency (specification, section 8). */
export const unitWarningCatalogue = buildFaultCatalogue<UnitWarning>('unit', 'warning', {
  no_mains: { part: 'mains', urgency: 'now' },
  no_phase_1: { part: 'mains', urgency: 'now' },
  no_phase_2: { part: 'mains', urgency: 'now' },
  no_phase_3: { part: 'mains', urgency: 'now' },
  system_inhibited: { part: 'operation', urgency: 'now' },
  chargers_off_by_temperature: { part: 'charger', urgency: 'soon' },
  maintenance_needed: { part: 'service', urgency: 'planned' },
  more_than_32_lamps: { part: 'configuration', urgency: 'soon' },
  more_than_128_lamps: { part: 'configuration', urgency: 'soon' },
  fewer_lamps_than_configured: { part: 'configuration', urgency: 'soon' },
  more_lamps_than_configured: { part: 'configuration', urgency: 'planned' },
  clock_drift: { part: 'clock', urgency: 'planned' },
})

/** Every finding of the platform about a unit, which shows whether its reports are reliable. */
export const unitFindingCatalogue: Record<UnitFinding, Fault<UnitFinding>> = {
  ...buildFaultCatalogue<'credentials_revoked'>('unit', 'error', {
    credentials_revoked: { part: 'configuration', urgency: 'now' },
  }),
  ...buildFaultCatalogue<'protocol_fault'>('unit', 'error', { protocol_fault: { part: 'firmware', urgency: 'now' } }),
  ...buildFaultCatalogue<'clock_wrong'>('unit', 'warning', { clock_wrong: { part: 'clock', urgency: 'soon' } }),
  ...buildFaultCatalogue<'connection_not_counted'>('unit', 'warning', {
    connection_not_counted: { part: 'firmware', urgency: 'soon' },
  }),
  ...buildFaultCatalogue<'inhibited_too_long'>('unit', 'error', {
    inhibited_too_long: { part: 'operation', urgency: 'now' },
  }),
}

/** Code of any fault, warning or finding of a unit. */
export type UnitFaultCode = UnitError | UnitWarning | UnitFinding

/** All faults, warnings and findings of a unit, worst first. */
export const faultsOfUnit = (unit: {
  errors: readonly UnitError[]
  warnings: readonly UnitWarning[]
  findings: readonly UnitFinding[]
}): Fault<UnitFaultCode>[] =>
  sortWorstFirst<UnitFaultCode>([
    ...unit.errors.map((code) => findFault(unitErrorCatalogue, code, { of: 'unit', severity: 'error' })),
    ...unit.warnings.map((code) => findFault(unitWarningCatalogue, code, { of: 'unit', severity: 'warning' })),
    ...unit.findings.map((code) => findFault(unitFindingCatalogue, code, { of: 'unit', severity: 'error' })),
  ])
