import { testResults } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { memberAt } from '../../bits.ts'
import type { ReportedRecord } from '../../central-unit-type.ts'
import { createGearUnitType, gearShadow } from '../../gear-unit.ts'
import { logicaFacts } from './facts.ts'
import { address, commands, records, shadowBody, wire } from './wire.ts'
import { detailErrors, reasons, unitErrors, unitWarnings } from './words.ts'

const decodeResult = (body: unknown): ReportedRecord => {
  const [testId, lamp, serial, result, reason, measuredS] = records['test.result'].parse(body)
  return {
    kind: 'testResult',
    testId,
    lamp,
    serial,
    result: memberAt(testResults, result, 'result'),
    reason: memberAt(reasons, reason, 'reason'),
    measuredS,
  }
}

/** Lamps as 128 bits in hex, address 1 in the highest bit. */
const addressMask = (lamps: readonly number[]): string => {
  if (lamps.length === 0) throw new RangeError('a test of no lamps')
  const bits = lamps.reduce((all, lamp) => all | (1n << BigInt(128 - address.parse(lamp))), 0n)
  return bits.toString(16).toUpperCase().padStart(32, '0')
}

export const logica = createGearUnitType({
  facts: logicaFacts,
  wire,
  words: { detailErrors, unitErrors, unitWarnings },
  schemas: { shadow: shadowBody, state: wire.stateBody, records, commands },
  decodeShadow: (body) => {
    const { v, ...fields } = shadowBody.parse(body)
    return gearShadow(fields, { interface: v[0], firmware: v[1], nube: v[2], porting: v[3] })
  },
  decodeResult,
  encodeLamps: addressMask,
})
