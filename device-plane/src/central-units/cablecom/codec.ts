import { testResults, testTriggers } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { lampTypes } from '@vigilux/contract/features/lamps/lamp.ts'
import { inhibitionEnds } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { sceneOutcomes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { z } from 'zod'
import { groupsOfMask, knownNamesOfBits, memberAt, namesOfBits } from '../../bits.ts'
import type {
  CentralUnitType,
  ReportedLamp,
  ReportedNetwork,
  ReportedRecord,
  ReportedState,
  TypeEncodedCommand,
} from '../../central-unit-type.ts'
import { inhibitionRecord } from '../../inhibition.ts'
import { type LampIdentity, readAddresses, readLamps, readPart, unvalidatedList } from '../../items.ts'
import { sceneRunRecord } from '../../scene-run-record.ts'
import { cablecomFacts } from './facts.ts'
import {
  addressPattern,
  commands,
  functionLetters,
  kindLetters,
  lampIdentityPattern,
  lampLine,
  lampPattern,
  modeLetters,
  outcomeLetters,
  parityLetters,
  recordPatterns,
  records,
  resultLetters,
  salvageableUnitPattern,
  shadowBody,
  shadowPattern,
  stateBody,
  testLetters,
  triggerLetters,
  unitLine,
  unitPattern,
  unvalidatedBegin,
  unvalidatedBeginPattern,
} from './wire.ts'
import {
  functions,
  lampErrors,
  modes,
  networkStates,
  parities,
  reasons,
  testKinds,
  testOutcomes,
  unitErrors,
  unitWarnings,
} from './words.ts'

/** Named groups of a line already validated by its schema. A missing group is empty. */
const matchGroups = (line: string, pattern: RegExp): ((name: string) => string) => {
  const groups = pattern.exec(line)?.groups ?? {}
  return (name) => groups[name] ?? ''
}
/** Member at the index of a letter in its list. */
const memberOfLetter = <Member>(letter: string, letters: readonly string[], members: readonly Member[]): Member =>
  memberAt(members, letters.indexOf(letter), `letter ${letter}`)
const dashToNull = (text: string): string | null => (text === '-' ? null : text)
const numberOf = (text: string): number | null => (text === '-' ? null : Number(text))
const hexOf = (text: string): number => Number.parseInt(text, 16)

const networkOf = (text: string): ReportedNetwork => {
  const [state = '', found = '', expected = ''] = text.slice(1).split(',')
  const network = { found: Number(found), expected: numberOf(expected) }
  return { state: memberAt(networkStates, Number(state), 'network state'), plantCode: null, ...network }
}

const lampOf = (line: string): ReportedLamp => {
  const part = matchGroups(line, lampPattern)
  const type = memberOfLetter(part('kind'), kindLetters, lampTypes)
  return {
    addr: Number(part('addr')),
    serial: part('serial'),
    type,
    function: memberOfLetter(part('function'), functionLetters, functions),
    mode: memberOfLetter(part('mode'), modeLetters, modes),
    errors: namesOfBits(hexOf(part('faults')), lampErrors),
    batteryPercent: numberOf(part('battery')),
    levelPercent: numberOf(part('level')),
    groups: groupsOfMask(hexOf(part('groups'))),
    parity: memberOfLetter(part('parity'), parityLetters, parities),
    ratedMin: numberOf(part('rated')),
    productCode: dashToNull(part('product')),
    softwareVersion: dashToNull(part('software')),
  }
}

/** Readable identity of an invalid lamp. */
const identityOf = (item: unknown): LampIdentity | null => {
  const groups = typeof item === 'string' ? lampIdentityPattern.exec(item)?.groups : undefined
  if (!groups) return null
  const { addr, serial = '', kind, faults = '0' } = groups
  const type = kind === undefined ? null : memberOfLetter(kind, kindLetters, lampTypes)
  return { addr: Number(addr), serial, type, errors: knownNamesOfBits(hexOf(faults), lampErrors) }
}

const unitOf = (line: string): ReportedState['unit'] => {
  const part = matchGroups(line, unitPattern)
  return {
    onBattery: part('battery') === '1',
    errors: namesOfBits(hexOf(part('faults')), unitErrors),
    warnings: namesOfBits(hexOf(part('warnings')), unitWarnings),
    network: part('network') === '' ? null : networkOf(part('network')),
  }
}

/** Readable part of an invalid unit. */
const salvageUnit = (item: unknown): ReportedState['unit'] => {
  if (typeof item !== 'string' || !salvageableUnitPattern.test(item)) return null
  const part = matchGroups(item, salvageableUnitPattern)
  return {
    onBattery: part('battery') === '1',
    errors: knownNamesOfBits(hexOf(part('faults')), unitErrors),
    warnings: knownNamesOfBits(hexOf(part('warnings')), unitWarnings),
    network: null,
  }
}

const unvalidatedState = stateBody.extend({ unit: z.unknown().optional(), lamps: unvalidatedList(32).optional() })

const addressOf = (text: string): number => {
  if (!addressPattern.test(text)) throw new RangeError(`address ${text} does not exist`)
  return Number(text)
}

const recordOf = (kind: keyof typeof records, body: unknown): ((name: string) => string) =>
  matchGroups(records[kind].parse(body).line, recordPatterns[kind])

const recordDecoders: { [Kind in keyof typeof records]: (body: unknown) => ReportedRecord } = {
  begin: (body) => {
    const part = matchGroups(unvalidatedBegin.parse(body).line, unvalidatedBeginPattern)
    const { lamps, odd } = readAddresses(part('lamps') === '-' ? [] : part('lamps').split(','), addressOf)
    const test = memberOfLetter(part('kind'), testLetters, testKinds)
    const trigger = memberOfLetter(part('trigger'), triggerLetters, testTriggers)
    return { kind: 'testStarted', testId: part('test'), test, trigger, lamps, odd }
  },
  result: (body) => {
    const part = recordOf('result', body)
    return {
      kind: 'testResult',
      testId: part('test'),
      lamp: Number(part('addr')),
      serial: part('serial'),
      result: memberOfLetter(part('result'), resultLetters, testResults),
      reason: memberAt(reasons, Number(part('reason')), 'reason'),
      measuredS: numberOf(part('seconds')),
    }
  },
  end: (body) => {
    const part = recordOf('end', body)
    const outcome = memberOfLetter(part('outcome'), outcomeLetters, testOutcomes)
    return { kind: 'testEnded', testId: part('test'), outcome }
  },
  mains: (body) => ({ kind: recordOf('mains', body)('on') === '1' ? 'mainsRestored' : 'mainsFailed' }),
  lamp: (body) => {
    const part = recordOf('lamp', body)
    const error = memberAt(lampErrors, Number(part('fault')), 'lamp fault')
    const isCleared = part('sign') === '-'
    return { kind: 'lampFault', lamp: Number(part('addr')), serial: part('serial'), error, cleared: isCleared }
  },
  unit: (body) => {
    const part = recordOf('unit', body)
    const error = memberAt(unitErrors, Number(part('fault')), 'unit fault')
    return { kind: 'unitFault', error, cleared: part('sign') === '-' }
  },
  inhibit: (body) => inhibitionRecord(numberOf(recordOf('inhibit', body)('until'))),
  allow: (body) => {
    const part = recordOf('allow', body)
    return { kind: 'inhibitionEnded', reason: memberOfLetter(part('reason'), [...'tcrs'], inhibitionEnds) }
  },
  input: (body) => {
    const part = recordOf('input', body)
    return { kind: 'inputChanged', input: Number(part('input')), on: part('on') === '1' }
  },
  scene: (body) => {
    const part = recordOf('scene', body)
    return sceneRunRecord({
      scene: part('scene'),
      version: Number(part('version')),
      minute: part('minute') === '' ? null : Number(part('minute')),
      input: Number(part('input')) || null,
      outcome: memberOfLetter(part('outcome'), [...'snm'], sceneOutcomes),
    })
  },
}
const isRecordKind = (kind: string): kind is keyof typeof records => Object.hasOwn(records, kind)

const lineOf = (command: TypeEncodedCommand): string => {
  switch (command.name) {
    case 'enrol':
      return `ENROL ${command.windowS}`
    case 'deEnrol':
      return 'FORGET'
    case 'createNetwork':
      return 'SEARCH'
    case 'statusQuery':
      return 'STATUS'
    case 'ftest': {
      const lamps = command.lamps === 'all' ? 'ALL' : [...new Set(command.lamps)].sort((a, b) => a - b).join(',')
      return `TEST ${command.test === 'functional' ? 'F' : 'A'} ${command.testId} ${lamps}`
    }
    case 'stopTest':
      return `STOP ${command.testId}`
    case 'identify':
      return `BLINK ${command.lamp} ${command.seconds}`
    case 'stop_blink':
      return `DARK ${command.lamp}`
    case 'refresh':
      return 'TELL'
  }
}

export const cablecom: CentralUnitType = {
  facts: cablecomFacts,
  wire: { shadow: shadowBody, state: stateBody, records, commands },
  decodeShadow: (body) => {
    const part = matchGroups(shadowBody.parse(body).line, shadowPattern)
    const utcOffsetMin = Number(part('offset'))
    if (Math.abs(utcOffsetMin) > 840) throw new RangeError(`UTC offset of ${utcOffsetMin} min`)
    return {
      versions: {
        interface: dashToNull(part('interface')),
        firmware: dashToNull(part('firmware')),
        nube: dashToNull(part('nube')),
        porting: dashToNull(part('porting')),
      },
      orderCode: dashToNull(part('order')),
      productCode: dashToNull(part('product')),
      utcOffsetMin,
      lampsConfigured: numberOf(part('configured')),
      network: networkOf(part('network')),
    }
  },
  decodeState: (body) => {
    const { unit: line, lamps: lines = [] } = unvalidatedState.parse(body)
    const unit = readPart(
      'unit',
      () => (line === undefined ? null : unitOf(unitLine.parse(line))),
      () => salvageUnit(line),
    )
    const { lamps, odd } = readLamps(lines, (item) => lampOf(lampLine.parse(item)), identityOf)
    return { unit: unit.part, lamps, odd: [...unit.odd, ...odd] }
  },
  decodeRecord: (kind, body) => {
    if (!isRecordKind(kind)) throw new RangeError(`record kind ${kind} does not exist`)
    return recordDecoders[kind](body)
  },
  encodeCommand: (command) => commands[command.name].parse({ line: lineOf(command) }),
}
