import type {
  CentralUnitType,
  DrivingCommand,
  ReportedLamp,
  ReportedNetwork,
  ReportedRecord,
  ReportedState,
} from '../../central-unit-type.ts'
import { gatewayFacts } from './facts.ts'
import { commands, type GatewayLamp, type GatewayState, records, shadowBody, stateBody } from './wire.ts'
import {
  functions,
  lampErrors,
  lampTypes,
  modes,
  networkStates,
  outcomes,
  reasons,
  results,
  tests,
  triggers,
  unitErrors,
  unitWarnings,
} from './words.ts'

type Self = NonNullable<GatewayState['self']>

const networkOf = ([state, found, expected]: NonNullable<Self['search']>): ReportedNetwork => ({
  state: networkStates[state],
  plantCode: null,
  found,
  expected,
})

const parityOf = (odd: boolean | undefined): ReportedLamp['parity'] => {
  if (odd === undefined) return null
  return odd ? 'odd' : 'even'
}

const lampOf = (addr: number, lamp: GatewayLamp): ReportedLamp => ({
  addr,
  serial: lamp.id,
  type: lampTypes[lamp.kind],
  function: lamp.fn ? functions[lamp.fn] : null,
  mode: modes[lamp.mode],
  errors: [...new Set(lamp.faults)].map((fault) => lampErrors[fault]),
  batteryPercent: lamp.bat ?? null,
  levelPercent: lamp.dim ?? null,
  groups: [...new Set(lamp.groups)].sort((a, b) => a - b),
  parity: parityOf(lamp.odd),
  ratedMin: lamp.rated ?? null,
  productCode: lamp.product ?? null,
  softwareVersion: lamp.sw ?? null,
})

const unitOf = ({ battery, faults, warnings, search }: Self): ReportedState['unit'] => ({
  onBattery: battery,
  errors: [...new Set(faults)].map((fault) => unitErrors[fault]),
  warnings: [...new Set(warnings)].map((warning) => unitWarnings[warning]),
  network: search ? networkOf(search) : null,
})

const recordDecoders: { [Kind in keyof typeof records]: (body: unknown) => ReportedRecord } = {
  'test-begun': (body) => {
    const { t, kind, by, lamps } = records['test-begun'].parse(body)
    return { kind: 'testStarted', testId: t, test: tests[kind], trigger: triggers[by], lamps }
  },
  'test-lamp': (body) => {
    const { t, at, id, result, why, s } = records['test-lamp'].parse(body)
    return {
      kind: 'testResult',
      testId: t,
      lamp: at,
      serial: id,
      result: results[result],
      reason: why ? reasons[why] : null,
      measuredS: s ?? null,
    }
  },
  'test-over': (body) => {
    const { t, how } = records['test-over'].parse(body)
    return { kind: 'testEnded', testId: t, outcome: outcomes[how] }
  },
  'mains-lost': (body) => {
    records['mains-lost'].parse(body)
    return { kind: 'mainsFailed' }
  },
  'mains-back': (body) => {
    records['mains-back'].parse(body)
    return { kind: 'mainsRestored' }
  },
  'lamp-fault': (body) => {
    const { at, id, fault, over } = records['lamp-fault'].parse(body)
    return { kind: 'lampFault', lamp: at, serial: id, error: lampErrors[fault], cleared: over }
  },
  fault: (body) => {
    const { fault, over } = records.fault.parse(body)
    return { kind: 'unitFault', error: unitErrors[fault], cleared: over }
  },
}
const isRecordKind = (kind: string): kind is keyof typeof records => Object.hasOwn(records, kind)

const encode = (command: DrivingCommand): unknown => {
  switch (command.name) {
    case 'enrol':
      return { seconds: command.windowS }
    case 'ftest': {
      const lamps = command.lamps === 'all' ? 'all' : [...new Set(command.lamps)].sort((a, b) => a - b)
      return { t: command.testId, kind: command.test === 'functional' ? 'f' : 'a', lamps }
    }
    case 'stopTest':
      return { t: command.testId }
    case 'identify':
      return { at: command.lamp, seconds: command.seconds }
    case 'stop_blink':
      return { at: command.lamp }
    case 'deEnrol':
    case 'createNetwork':
    case 'statusQuery':
    case 'refresh':
      return {}
  }
}

export const gateway: CentralUnitType = {
  facts: gatewayFacts,
  decodeShadow: (body) => {
    const { sw, order, product, utc, lamps, search } = shadowBody.parse(body)
    const [panel, firmware, nube, porting] = sw
    return {
      versions: { interface: panel, firmware, nube, porting },
      orderCode: order,
      productCode: product,
      utcOffsetMin: utc,
      lampsConfigured: lamps,
      network: networkOf(search),
    }
  },
  decodeState: (body) => {
    const { self, lamps } = stateBody.parse(body)
    return {
      unit: self ? unitOf(self) : null,
      lamps: Object.entries(lamps ?? {}).map(([at, lamp]) => lampOf(Number(at), lamp)),
    }
  },
  decodeRecord: (kind, body) => {
    if (!isRecordKind(kind)) throw new RangeError(`record kind ${kind} does not exist`)
    return recordDecoders[kind](body)
  },
  encodeCommand: (command) => commands[command.name].parse(encode(command)),
}
