import { z } from 'zod'

/** Wire format of cablecom units: lines of text, words separated by one space. docs/protocol/cablecom.md */

/** Pattern for a complete line. */
const entirePattern = (pattern: string): RegExp => new RegExp(`^${pattern}$`)
const lineOf = (pattern: RegExp) => z.string().max(400).regex(pattern)

const address = '(?:[1-9]|[12][0-9]|3[0-2])'
const serial = '(?:[0-9A-F]{4}|[0-9A-F]{6}|[0-9A-F]{8})'
/** Only existing UUID versions, as in the interface. */
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
const word = '[A-Za-z0-9./_-]{1,40}'
const percent = '(?:100|[0-9]{1,2}|-)'
/** State (0 none, 1 searching, 2 complete), lamps found, lamps expected. */
const network = 'n[0-2],[0-9]{1,2},(?:[0-9]{1,2}|-)'

/** Letters, in the order of words.ts. */
export const kindLetters = ['E', 'L', 'S', 'I', 'O'] as const
export const functionLetters = ['M', 'N', 'S', '-'] as const
export const modeLetters = ['n', 'e', 'i', 'r', 'f', 'a', 'x'] as const
export const parityLetters = ['o', 'e', '-'] as const
export const testLetters = ['F', 'A'] as const
export const triggerLetters = ['u', 'a', 'l'] as const
export const resultLetters = ['P', 'F', 'N'] as const
export const outcomeLetters = ['f', 's', 'm'] as const

/** Bits of the 24-bit fault field of a lamp, by number. */
export const lampFaultBits = [
  'batteryLow',
  'batteryOff',
  'batteryShort',
  'batteryTest',
  'batteryTime',
  'charger',
  'ledOpen',
  'ledShort',
  'ledPart',
  'lamp',
  'dali',
  'cable',
  'voltageHigh',
  'voltageLow',
  'powerHigh',
  'powerLow',
  'uvTube',
  'polarity',
  'program',
  'twice',
  'wiring',
  'overload',
] as const
/** Bits of the unit's 16-bit fault field, by number. */
export const unitFaultBits = [
  'batteryLow',
  'batteryOff',
  'batteryShort',
  'batteryTest',
  'charger',
  'fuse',
  'insulation',
  'bus',
  'voltageHigh',
  'voltageLow',
  'powerHigh',
  'powerLow',
  'polarity',
  'wiring',
  'overload',
  'twice',
] as const
/** Bits of the unit's 12-bit warning field, by number. */
export const unitWarningBits = [
  'noMains',
  'noPhase1',
  'noPhase2',
  'noPhase3',
  'inhibited',
  'chargersOff',
  'maintenance',
  'moreThan32',
  'fewer',
  'more',
  'clock',
] as const
/** Reasons of a test result, by number. */
export const resultReasons = [
  'none',
  'lamp',
  'battery',
  'duration',
  'circuit',
  'communication',
  'charging',
  'inhibited',
  'otherTest',
  'userStop',
  'mains',
  'delay',
  'unreachable',
  'noResult',
] as const

/**
 * `v=interface/firmware/cloud/port o=order p=product z=minutes ahead of UTC c=lamps configured n…`; `-` means unknown.
 */
export const shadowPattern = entirePattern(
  `v=(?<interface>[0-9.]{1,20}|-)/(?<firmware>[0-9.]{1,20}|-)/(?<nube>[0-9.]{1,20}|-)/(?<porting>[0-9.]{1,20}|-)` +
    ` o=(?<order>${word}) p=(?<product>${word}) z=(?<offset>[+-][0-9]{1,3}) c=(?<configured>[0-9]{1,2}|-)` +
    ` (?<network>${network})`,
)
export const shadowBody = z.strictObject({ line: lineOf(shadowPattern) })

/** `U` and 1 on battery, fault field, warning field, and the network if it changed. */
export const unitPattern = entirePattern(
  `U(?<battery>[01]) f(?<faults>[0-9A-F]{4}) w(?<warnings>[0-9A-F]{3})(?: (?<network>${network}))?`,
)
/**
 * `L` and the address, serial, kind and function, mode, faults, battery, level, groups, parity, rated minutes, product,
 * software.
 */
export const lampPattern = entirePattern(
  `L(?<addr>${address}) (?<serial>${serial}) (?<kind>[ELSIO])(?<function>[MNS-]) (?<mode>[neirfax]) f(?<faults>[0-9A-F]{6})` +
    ` b(?<battery>${percent}) l(?<level>${percent}) g(?<groups>[0-9A-F]{4}) (?<parity>[oe-]) r(?<rated>[1-9][0-9]{0,2}|-)` +
    ` (?<product>${word}) (?<software>${word})`,
)
export const lampLine = lineOf(lampPattern)
export const unitLine = lineOf(unitPattern)
/** Address and serial of an invalid lamp, with kind and faults if readable. */
export const lampIdentityPattern = new RegExp(
  `^L(?<addr>${address}) (?<serial>${serial})(?= |$)(?: (?<kind>[ELSIO])(?=[^ ]?(?: |$)))?(?:.* f(?<faults>[0-9A-F]{6})(?= |$))?`,
)
/** Readable part of an invalid unit. */
export const salvageableUnitPattern = /^U(?<battery>[01]) f(?<faults>[0-9A-F]{4}) w(?<warnings>[0-9A-F]{3})(?= |$)/

export const stateBody = z.strictObject({
  unit: unitLine.optional(),
  lamps: z.array(lampLine).max(32).optional(),
})

export const recordPatterns = {
  /** Test, kind, trigger, addresses or `-`. */
  begin: entirePattern(`(?<test>${uuid}) (?<kind>[FA]) (?<trigger>[ual]) (?<lamps>-|${address}(?:,${address}){0,31})`),
  /** Test, address, serial, result, reason, seconds. */
  result: entirePattern(
    `(?<test>${uuid}) (?<addr>${address}) (?<serial>${serial}) (?<result>[PFN]) (?<reason>[0-9]|1[0-3]) (?<seconds>[0-9]{1,5}|-)`,
  ),
  /** Test, outcome. */
  end: entirePattern(`(?<test>${uuid}) (?<outcome>[fsm])`),
  mains: /^(?<on>[01])$/,
  /** Address, serial, bit, `+` set or `-` cleared. */
  lamp: entirePattern(`(?<addr>${address}) (?<serial>${serial}) (?<fault>[0-9]|1[0-9]|2[0-3]) (?<sign>[+-])`),
  unit: /^(?<fault>[0-9]|1[0-5]) (?<sign>[+-])$/,
  /** Input, 1 switched on or 0 off. */
  /** Seconds since 1970, or `-`. */
  inhibit: /^(?<until>[1-9][0-9]{0,9}|-)$/,
  /** `t` end of its time, `c` command, `r` restart, `s` switch. */
  allow: /^(?<reason>[tcrs])$/,
  input: /^(?<input>[1-8]) (?<on>[01])$/,
  /**
   * Scene, version of the list, `c` and the minute since 1970 or `i` and the input, `s` set, `n` no lamps, `m` missed.
   */
  scene: entirePattern(
    `(?<scene>${uuid}) (?<version>[1-9][0-9]{0,9}) (?:c(?<minute>[0-9]{1,10})|i(?<input>[1-8])) (?<outcome>[snm])`,
  ),
} as const
export const addressPattern = entirePattern(address)
/** Same as `begin`, with separately validated addresses. */
export const unvalidatedBeginPattern = entirePattern(
  `(?<test>${uuid}) (?<kind>[FA]) (?<trigger>[ual]) (?<lamps>-|[^ ,]+(?:,[^ ,]+){0,31})`,
)
export const unvalidatedBegin = z.strictObject({ line: lineOf(unvalidatedBeginPattern) })
export const records = {
  begin: z.strictObject({ line: lineOf(recordPatterns.begin) }),
  result: z.strictObject({ line: lineOf(recordPatterns.result) }),
  end: z.strictObject({ line: lineOf(recordPatterns.end) }),
  mains: z.strictObject({ line: lineOf(recordPatterns.mains) }),
  lamp: z.strictObject({ line: lineOf(recordPatterns.lamp) }),
  unit: z.strictObject({ line: lineOf(recordPatterns.unit) }),
  inhibit: z.strictObject({ line: lineOf(recordPatterns.inhibit) }),
  allow: z.strictObject({ line: lineOf(recordPatterns.allow) }),
  input: z.strictObject({ line: lineOf(recordPatterns.input) }),
  scene: z.strictObject({ line: lineOf(recordPatterns.scene) }),
}

const seconds = '(?:600|[1-5][0-9]{2}|[1-9][0-9]|[1-9])'
export const commandPatterns = {
  enrol: entirePattern(`ENROL (?<seconds>${seconds})`),
  deEnrol: /^FORGET$/,
  createNetwork: /^SEARCH$/,
  statusQuery: /^STATUS$/,
  ftest: entirePattern(`TEST (?<kind>[FA]) (?<test>${uuid}) (?<lamps>ALL|${address}(?:,${address}){0,31})`),
  stopTest: entirePattern(`STOP (?<test>${uuid})`),
  identify: entirePattern(`BLINK (?<addr>${address}) (?<seconds>${seconds})`),
  stop_blink: entirePattern(`DARK (?<addr>${address})`),
  refresh: /^TELL$/,
} as const
export const commands = {
  enrol: z.strictObject({ line: lineOf(commandPatterns.enrol) }),
  deEnrol: z.strictObject({ line: lineOf(commandPatterns.deEnrol) }),
  createNetwork: z.strictObject({ line: lineOf(commandPatterns.createNetwork) }),
  statusQuery: z.strictObject({ line: lineOf(commandPatterns.statusQuery) }),
  ftest: z.strictObject({ line: lineOf(commandPatterns.ftest) }),
  stopTest: z.strictObject({ line: lineOf(commandPatterns.stopTest) }),
  identify: z.strictObject({ line: lineOf(commandPatterns.identify) }),
  stop_blink: z.strictObject({ line: lineOf(commandPatterns.stop_blink) }),
  refresh: z.strictObject({ line: lineOf(commandPatterns.refresh) }),
}

export type CablecomState = z.infer<typeof stateBody>
