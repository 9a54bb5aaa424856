import { z } from 'zod'

/** Bytes of self-contained emergency gear as units put them on the wire (IEC 62386-202, device type 1). */

export const gearByte = z.int().min(0).max(0xff)

/** Bits of EMERGENCY MODE. Exactly one of bits 0 to 5 is set; a byte of 0 means "does not answer". */
export const emergencyModeBit = {
  rest: 0x01,
  normal: 0x02,
  emergency: 0x04,
  extendedEmergency: 0x08,
  functionTest: 0x10,
  durationTest: 0x20,
  hardwiredInhibit: 0x40,
  hardwiredSwitch: 0x80,
} as const
/** Bits of EMERGENCY STATUS. */
export const emergencyStatusBit = {
  inhibited: 0x01,
  functionResultValid: 0x02,
  durationResultValid: 0x04,
  batteryFull: 0x08,
  functionPending: 0x10,
  durationPending: 0x20,
  identifying: 0x40,
  physicallySelected: 0x80,
} as const
/** Bits of FAILURE STATUS, by number. */
export const failureStatusBits = [
  'circuit',
  'batteryDuration',
  'battery',
  'lamp',
  'functionTestDelayed',
  'durationTestDelayed',
  'functionTestFailed',
  'durationTestFailed',
] as const
/** Bits of FEATURES. */
export const featureBit = {
  integral: 0x01,
  maintained: 0x02,
  switchedMaintained: 0x04,
  autoTest: 0x08,
  adjustableLevel: 0x10,
  hardwiredInhibit: 0x20,
  physicalSelection: 0x40,
  relightInRest: 0x80,
} as const

/** Unknown battery charge or level. */
export const mask = 255
/** Maximum of battery charge and level. */
export const fullScale = 254
/** Step of rated duration and of duration test results. */
export const durationStepS = 120
/** The highest duration, 510 min, means "or more". */
export const maxDurationS = 255 * durationStepS
