import { z } from 'zod'

/** Wire format of logicafm units: hex of big-endian bytes. docs/protocol/logicafm.md */

export const pageCount = 31
export const lampsPerPage = 32
/** Bytes of one lamp in a page. */
export const lampBytes = 20

const hexOf = (bytes: number) => z.string().regex(new RegExp(`^[0-9A-F]{${bytes * 2}}$`))

/** Byte offsets of the fields of a lamp. */
export const lampOffset = {
  serial: 0,
  flags: 4,
  mode: 5,
  faults: 6,
  battery: 9,
  level: 10,
  rated: 11,
  groups: 12,
  signal: 14,
  hops: 15,
  product: 16,
  softwareMajor: 18,
  softwareMinor: 19,
} as const
/** Flags of a lamp: bit 0 a serial of 8 digits, bits 1-2 function, bit 3 odd, bit 4 parity assigned, bits 5-7 kind. */
export const lampFlag = {
  longSerial: 0x01,
  functionShift: 1,
  odd: 0x08,
  hasParity: 0x10,
  kindShift: 5,
} as const
/** Functions by number; the fourth is for devices without one. */
export const functionNumbers = ['nonMaintained', 'maintained', 'switchable', 'none'] as const
/** Modes by number. */
export const modeNumbers = ['normal', 'emergency', 'functionTest', 'durationTest', 'rest', 'inhibited', 'lost'] as const
/** Bits of the 24-bit fault field, by number. */
export const faultBits = [
  'batteryLow',
  'batteryMissing',
  'batteryShort',
  'batteryTest',
  'batteryDuration',
  'charger',
  'ledOpen',
  'ledShort',
  'ledPartial',
  'lamp',
  'radio',
  'overVoltage',
  'underVoltage',
  'overPower',
  'underPower',
  'uvTube',
  'programming',
  'duplicate',
  'wiring',
  'overload',
] as const
/** Bits of the unit's 32-bit fault field, by number. */
export const unitFaultBits = [
  'batteryLow',
  'batteryMissing',
  'batteryShort',
  'batteryTest',
  'charger',
  'fuse',
  'uart1',
  'uart2',
  'uart3',
  'uart4',
  'uart5',
  'uart6',
  'uart7',
  'modem',
  'duplicateIds',
] as const
/** Bits of the unit's 16-bit warning field, by number. */
export const unitWarningBits = ['noMains', 'inhibited', 'maintenance', 'fewerLamps', 'moreLamps', 'clockDrift'] as const

/** Unknown value of a percent byte. */
export const unknownByte = 0xff
/** Unknown value of a 16-bit field. */
export const unknownWord = 0xffff

/** State 0 none, 1 searching, 2 complete; plant code (0 none); lamps found; lamps expected: 6 bytes. */
export const networkHex = hexOf(6)

export const shadowBody = z.strictObject({
  /** Interface, firmware, cloud module, port: major and minor each, FFFF unknown: 8 bytes. */
  v: hexOf(8),
  order: z.string().max(40).optional(),
  product: z.string().max(40).optional(),
  /** Minutes ahead of UTC, 16-bit two's complement. */
  tz: hexOf(2),
  /** Number of configured lamps, FFFF unknown. */
  cfg: hexOf(2),
  n: networkHex,
})

export const lampPage = z.strictObject({
  p: z
    .int()
    .min(0)
    .max(pageCount - 1),
  /** Mask of the 32 positions present in `d`; bit 0 is the first. */
  m: hexOf(4),
  /** {@link lampBytes} bytes for each set bit, lowest bit first. */
  d: z.string().regex(/^(?:[0-9A-F]{40}){0,32}$/),
})

/** Flags (bit 0 on battery), fault field, warning field: 7 bytes. */
export const unitHex = hexOf(7)

export const stateBody = z.strictObject({
  u: unitHex.optional(),
  /** Only together with `u`. */
  n: networkHex.optional(),
  pg: z.array(lampPage).max(pageCount).optional(),
})

/** Kind of test by number: 1 functional, 2 duration. */
export const testNumber = { functional: 1, duration: 2 } as const
/** Reasons of a test result, by number. */
export const resultReasons = [
  'none',
  'lamp',
  'battery',
  'duration',
  'radio',
  'charging',
  'inhibited',
  'otherTest',
  'userStop',
  'mains',
  'delay',
  'lost',
  'noResult',
] as const
export const records = {
  /** Test (16), kind, trigger (0 user, 1 automatic, 2 at the unit), then pages of a number byte and a 4-byte mask. */
  TS: z.strictObject({ x: z.string().regex(/^[0-9A-F]{36}(?:[0-9A-F]{10}){0,31}$/) }),
  /**
   * Test (16), page, position, serial (4), flags (bit 0 long serial, bits 4-5 result), reason, seconds (2, FFFF none).
   */
  TR: z.strictObject({ x: hexOf(26) }),
  /** Test (16), outcome 0 finished, 1 stopped, 2 mains failure. */
  TE: z.strictObject({ x: hexOf(17) }),
  /** Power failed. */
  PF: z.strictObject({}),
  /** Power restored. */
  PR: z.strictObject({}),
  /** Page, position, serial (4), flags (bit 0 long serial, bit 7 cleared), fault bit. */
  LF: z.strictObject({ x: hexOf(8) }),
  /** Fault bit, 1 when cleared. */
  UF: z.strictObject({ x: hexOf(2) }),
  /** Seconds since 1970 (4, FFFFFFFF without an end). */
  IS: z.strictObject({ x: hexOf(4) }),
  /** 0 end of its time, 1 command, 2 restart, 3 switch. */
  IE: z.strictObject({ x: z.string().regex(/^0[0-3]$/) }),
  /** Input from 1, 1 when on. */
  IN: z.strictObject({ x: z.string().regex(/^0[1-8]0[01]$/) }),
  /**
   * Scene (16), version (4), minute since 1970 (4, 0 for an input), input (0 for its calendar), 0 set, 1 no lamps, 2
   * missed.
   */
  SC: z.strictObject({ x: hexOf(26) }),
}

/** First byte of a command. */
export const opcode = {
  enrol: 0x01,
  deEnrol: 0x02,
  createNetwork: 0x10,
  statusQuery: 0x11,
  ftest: 0x20,
  stopTest: 0x21,
  identify: 0x30,
  stop_blink: 0x31,
  refresh: 0x40,
} as const
/**
 * Operation code, then its bytes: window (2) · – · plant code · – · test (16), kind, pages (none: all) · test (16) ·
 * page, position, seconds (2) · page, position · –.
 */
export const commandBody = z.strictObject({ x: z.string().regex(/^(?:[0-9A-F]{2}){1,180}$/) })

export type FmState = z.infer<typeof stateBody>
export type FmPage = z.infer<typeof lampPage>
