import { memberAt } from '../../bits.ts'
import type { ReportedRecord } from '../../central-unit-type.ts'
import { durationOfGear, resultOfGear } from '../../emergency-gear.ts'
import { createGearUnitType, gearShadow, gearTestKind, missingResultReasons } from '../../gear-unit.ts'
import { daliFacts } from './facts.ts'
import { commands, records, shadowBody, wire } from './wire.ts'
import { detailErrors, unitErrors, unitWarnings } from './words.ts'

const decodeResult = (body: unknown): ReportedRecord => {
  const [testId, letter, lamp, serial, cause, bytes] = records['test.result'].parse(body)
  const place = { kind: 'testResult', testId, lamp, serial } as const
  if (bytes === null) {
    // Number 0 has bytes.
    const reason = memberAt(missingResultReasons, cause - 1, 'cause')
    return { ...place, result: 'notExecuted', reason, measuredS: null }
  }
  const [status, failure, duration] = bytes
  const found = resultOfGear(gearTestKind(letter), { status, failure })
  const isMeasured = letter === 'D' && found.result !== 'notExecuted' && duration !== null
  return { ...place, ...found, measuredS: isMeasured ? durationOfGear(duration) : null }
}

export const dali = createGearUnitType({
  facts: daliFacts,
  wire,
  words: { detailErrors, unitErrors, unitWarnings },
  schemas: { shadow: shadowBody, state: wire.stateBody, records, commands },
  decodeShadow: (body) => {
    const { v, ...fields } = shadowBody.parse(body)
    return gearShadow(fields, { interface: v[0], firmware: v[1], nube: null, porting: v[2] })
  },
  decodeResult,
  encodeLamps: (lamps) => lamps,
})
