import { testResults, testTriggers } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { inhibitionEnds } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { sceneOutcomes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { memberAt } from '../../bits.ts'
import type { CentralUnitType, ReportedRecord, TypeEncodedCommand } from '../../central-unit-type.ts'
import { inhibitionRecord } from '../../inhibition.ts'
import { readAddresses } from '../../items.ts'
import { sceneRunRecord } from '../../scene-run-record.ts'
import {
  addrOfLamp,
  bytesOf,
  bytesOfUuid,
  hexOf,
  lampsOfPage,
  pagesOfLamps,
  serialOf,
  splitPages,
  uuidOf,
} from './bytes.ts'
import { logicafmFacts } from './facts.ts'
import { decodeState, networkOf } from './state.ts'
import { commandBody, lampsPerPage, opcode, records, shadowBody, stateBody, testNumber, unknownWord } from './wire.ts'
import { lampErrors, reasons, testOutcomes, unitErrors } from './words.ts'

const testKindOf = (value: number) => memberAt(['functional', 'autonomy'] as const, value - 1, 'kind of test')

/** Value of an inhibition without an end. */
const withoutEnd = 0xffff_ffff

const recordDecoders: { [Kind in keyof typeof records]: (body: unknown) => ReportedRecord } = {
  TS: (body) => {
    const bytes = bytesOf(records.TS.parse(body).x)
    return {
      kind: 'testStarted',
      testId: uuidOf(bytes),
      test: testKindOf(bytes.readUInt8(16)),
      trigger: memberAt(testTriggers, bytes.readUInt8(17), 'trigger'),
      ...readAddresses(splitPages(bytes.subarray(18)), lampsOfPage),
    }
  },
  TR: (body) => {
    const bytes = bytesOf(records.TR.parse(body).x)
    const flags = bytes.readUInt8(22)
    const seconds = bytes.readUInt16BE(24)
    return {
      kind: 'testResult',
      testId: uuidOf(bytes),
      lamp: addrOfLamp(bytes.readUInt8(16), bytes.readUInt8(17)),
      serial: serialOf(bytes, 18, (flags & 1) === 1),
      result: memberAt(testResults, flags >>> 4, 'result'),
      reason: memberAt(reasons, bytes.readUInt8(23), 'reason'),
      measuredS: seconds === unknownWord ? null : seconds,
    }
  },
  TE: (body) => {
    const bytes = bytesOf(records.TE.parse(body).x)
    return { kind: 'testEnded', testId: uuidOf(bytes), outcome: memberAt(testOutcomes, bytes.readUInt8(16), 'outcome') }
  },
  PF: (body) => {
    records.PF.parse(body)
    return { kind: 'mainsFailed' }
  },
  PR: (body) => {
    records.PR.parse(body)
    return { kind: 'mainsRestored' }
  },
  LF: (body) => {
    const bytes = bytesOf(records.LF.parse(body).x)
    const flags = bytes.readUInt8(6)
    return {
      kind: 'lampFault',
      lamp: addrOfLamp(bytes.readUInt8(0), bytes.readUInt8(1)),
      serial: serialOf(bytes, 2, (flags & 1) === 1),
      error: memberAt(lampErrors, bytes.readUInt8(7), 'lamp fault'),
      cleared: (flags & 0x80) !== 0,
    }
  },
  UF: (body) => {
    const bytes = bytesOf(records.UF.parse(body).x)
    return {
      kind: 'unitFault',
      error: memberAt(unitErrors, bytes.readUInt8(0), 'unit fault'),
      cleared: bytes.readUInt8(1) === 1,
    }
  },
  IN: (body) => {
    const bytes = bytesOf(records.IN.parse(body).x)
    return { kind: 'inputChanged', input: bytes.readUInt8(0), on: bytes.readUInt8(1) === 1 }
  },
  IS: (body) => {
    const until = bytesOf(records.IS.parse(body).x).readUInt32BE(0)
    return inhibitionRecord(until === withoutEnd ? null : until)
  },
  IE: (body) => {
    const reason = bytesOf(records.IE.parse(body).x).readUInt8(0)
    return { kind: 'inhibitionEnded', reason: memberAt(inhibitionEnds, reason, 'end of an inhibition') }
  },
  SC: (body) => {
    const bytes = bytesOf(records.SC.parse(body).x)
    return sceneRunRecord({
      scene: uuidOf(bytes),
      version: bytes.readUInt32BE(16),
      minute: bytes.readUInt32BE(20) || null,
      input: bytes.readUInt8(24) || null,
      outcome: memberAt(sceneOutcomes, bytes.readUInt8(25), 'outcome'),
    })
  },
}

const isRecordKind = (kind: string): kind is keyof typeof records => Object.hasOwn(records, kind)

const knownLamp = (lamp: number): number => {
  if (!Number.isInteger(lamp) || lamp < 1 || lamp > logicafmFacts.maxLamps) throw new RangeError(`lamp ${lamp}`)
  return lamp
}

const placeOf = (lamp: number): number[] => {
  const index = knownLamp(lamp) - 1
  return [Math.floor(index / lampsPerPage), index % lampsPerPage]
}

const wordBytes = (value: number): number[] => {
  if (!Number.isInteger(value) || value < 0 || value > 0xffff) throw new RangeError(`${value} does not fit 16 bits`)
  return [value >>> 8, value & 0xff]
}

/** Bytes after the operation code. */
const operandsOf = (command: TypeEncodedCommand): Uint8Array => {
  switch (command.name) {
    case 'enrol':
      return Uint8Array.from(wordBytes(command.windowS))
    case 'createNetwork':
      if (command.plantCode === null) throw new RangeError('a radio network needs its plant code')
      if (command.plantCode < 1 || command.plantCode > 92) throw new RangeError(`plant code ${command.plantCode}`)
      return Uint8Array.of(command.plantCode)
    case 'ftest': {
      const pages = command.lamps === 'all' ? Buffer.alloc(0) : pagesOfLamps(command.lamps.map(knownLamp))
      if (command.lamps !== 'all' && pages.length === 0) throw new RangeError('a test of no lamps')
      const kind = command.test === 'functional' ? testNumber.functional : testNumber.duration
      return Buffer.concat([bytesOfUuid(command.testId), Uint8Array.of(kind), pages])
    }
    case 'stopTest':
      return bytesOfUuid(command.testId)
    case 'identify':
      return Uint8Array.from([...placeOf(command.lamp), ...wordBytes(command.seconds)])
    case 'stop_blink':
      return Uint8Array.from(placeOf(command.lamp))
    case 'deEnrol':
    case 'statusQuery':
    case 'refresh':
      return new Uint8Array()
  }
}

const versionOf = (bytes: Buffer, index: number): string | null =>
  bytes.readUInt16BE(index * 2) === unknownWord ? null : `${bytes[index * 2]}.${bytes[index * 2 + 1]}`

export const logicafm: CentralUnitType = {
  facts: logicafmFacts,
  wire: { shadow: shadowBody, state: stateBody, records, commands: commandBody },
  decodeShadow: (body) => {
    const { v, order, product, tz, cfg, n } = shadowBody.parse(body)
    const versions = bytesOf(v)
    const utcOffsetMin = bytesOf(tz).readInt16BE(0)
    if (Math.abs(utcOffsetMin) > 840) throw new RangeError(`UTC offset of ${utcOffsetMin} min`)
    const configured = bytesOf(cfg).readUInt16BE(0)
    return {
      versions: {
        interface: versionOf(versions, 0),
        firmware: versionOf(versions, 1),
        nube: versionOf(versions, 2),
        porting: versionOf(versions, 3),
      },
      orderCode: order ?? null,
      productCode: product ?? null,
      utcOffsetMin,
      lampsConfigured: configured === unknownWord ? null : configured,
      network: networkOf(n),
    }
  },
  decodeState,
  decodeRecord: (kind, body) => {
    if (!isRecordKind(kind)) throw new RangeError(`record kind ${kind} does not exist`)
    return recordDecoders[kind](body)
  },
  encodeCommand: (command) => {
    const bytes = Buffer.concat([Uint8Array.of(opcode[command.name]), operandsOf(command)])
    return commandBody.parse({ x: hexOf(bytes) })
  },
}
