import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { describe, expect, test } from 'vitest'
import { emptyDraft, planDraft, serialLinesOf, spreadSerials, toConfigurationRequest, withoutFaults } from './draft.ts'

const facts: UnitTypeFacts = {
  cu_type: 'demo',
  name: 'Demo',
  serialDigits: 6,
  enrolmentKeys: ['SEL', 'OK'],
  maxLamps: 128,
  lampCountWarning: 128,
  lampSerialDigits: [6, 8],
  hasRadioNetwork: false,
  testsToRatedDuration: true,
  durationSteps: null,
  answerTimeoutMs: 5000,
  retries: 3,
  nameLength: 16,
  commandAction: 'logicaCommand',
  commands: [],
}
const lamps = [
  { addr: 1, serial: 'A1B2C3' },
  { addr: 2, serial: 'A1B2C4' },
]
const faults = (mode: 'appendSerials' | 'overwriteSerials', typedText: string) =>
  serialLinesOf(mode, typedText, lamps, facts).map(({ line, text, fault }) => [line, text, fault])

describe('a typed list', () => {
  test('marks faulty lines and leaves valid ones', () => {
    expect(faults('appendSerials', 'D1E2F3 12345\n\nd1e2f3,A1B2C3\n7:D1E2F4')).toEqual([
      [1, 'D1E2F3', null],
      [1, '12345', 'format'],
      [3, 'd1e2f3', 'duplicate'],
      [3, 'A1B2C3', 'alreadyPresent'],
      [4, '7:D1E2F4', 'positionForced'],
    ])
  })

  test('checks the position of each line', () => {
    expect(faults('overwriteSerials', 'A1B2C3\n1:D1E2F3\n129:D1E2F4\nx:D1E2F5')).toEqual([
      [1, 'A1B2C3', null],
      [2, '1:D1E2F3', 'positionDuplicate'],
      [3, '129:D1E2F4', 'positionInvalid'],
      [4, 'x:D1E2F5', 'positionInvalid'],
    ])
  })

  test('continues without its faulty lines', () => {
    expect(withoutFaults(serialLinesOf('appendSerials', 'D1E2F3 12345\nD1E2F4', lamps, facts))).toBe('D1E2F3\nD1E2F4')
  })
})

test('an empty list, no lamps and an invalid radio code create no request', () => {
  expect(toConfigurationRequest('appendSerials', { ...emptyDraft, typed: ' \n' })).toBeUndefined()
  expect(toConfigurationRequest('delete', emptyDraft)).toBeUndefined()
  expect(toConfigurationRequest('substitute', emptyDraft)).toBeUndefined()
  for (const code of [0, 93, 1.5, 'x'])
    expect(toConfigurationRequest('newAcquisition', { ...emptyDraft, code })).toBeUndefined()
  expect(toConfigurationRequest('newAcquisition', { ...emptyDraft, code: 92 })).toEqual({
    mode: 'newAcquisition',
    plant_code: 92,
  })
})

test('the plan equals that of the contract', () => {
  expect(planDraft('appendSerials', { ...emptyDraft, typed: 'D1E2F3' }, lamps, facts)?.plan).toEqual({
    can: true,
    changes: [{ addr: 3, before: null, after: 'D1E2F3' }],
  })
})

test('several pasted serials fill the following fields', () => {
  const draft = { ...emptyDraft, addrs: [2, 5, 9], serials: { 2: 'X' } }
  expect(spreadSerials(draft, 5, 'D1E2F3 D1E2F4 D1E2F5')).toEqual({ 2: 'X', 5: 'D1E2F3', 9: 'D1E2F4' })
  expect(spreadSerials(draft, 5, 'D1E2')).toEqual({ 2: 'X', 5: 'D1E2' })
})
