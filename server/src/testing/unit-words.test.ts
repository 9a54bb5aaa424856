import { unitErrors, unitWarnings } from '@vigilux/contract/features/central-units/central-unit.ts'
import { reportedLampErrors } from '@vigilux/contract/features/lamps/lamp.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { lampsOf } from '@vigilux/simulator/core/lamp.ts'
import { randomOf } from '@vigilux/simulator/core/random.ts'
import type { UnitFace } from '@vigilux/simulator/core/unit-wire.ts'
import { unitWireOf, unitWires } from '@vigilux/simulator/unit-wires.ts'
import { describe, expect, test } from 'vitest'

/** The platform's decoders read every word written by a virtual unit with the wire schemas. */

const unitFace: UnitFace = {
  onBattery: false,
  faults: new Set(),
  warnings: new Set(),
  network: { state: 'complete', plantCode: null, found: 1, expected: 1 },
  lampsConfigured: 1,
  utcOffsetMin: -90,
}

test('every type can be simulated', () => {
  expect(unitWires.map(({ facts }) => facts.cu_type).toSorted()).toEqual(Object.keys(unitTypes).toSorted())
})

test('every fault and warning is supported by some type', () => {
  const collectCodes = <Word>(codesOf: (wire: (typeof unitWires)[number]) => readonly Word[]) =>
    new Set(unitWires.flatMap(codesOf))
  expect(collectCodes((wire) => wire.unitFaults)).toEqual(new Set(unitErrors))
  expect(collectCodes((wire) => wire.unitWarnings)).toEqual(new Set(unitWarnings))
  expect(collectCodes((wire) => wire.lampFaults)).toEqual(new Set(reportedLampErrors))
})

describe.each(Object.entries(unitTypes))('%s', (cuType, type) => {
  const wire = unitWireOf(cuType)
  const readUnit = (change: Partial<UnitFace>) => type.decodeState(wire.writeState({ ...unitFace, ...change }, [])).unit
  const [lamp] = lampsOf(1, randomOf(1), { serialDigits: wire.facts.lampSerialDigits })
  const emergencyLamp = { ...lamp!, addr: 1, kind: 'emergency' as const }

  test.each(wire.unitFaults)('encodes the fault %s in state and record', (fault) => {
    expect(readUnit({ faults: new Set([fault]) })).toMatchObject({ errors: [fault], warnings: [] })
    for (const isCleared of [true, false]) {
      const { kind, body } = wire.writeRecord({ kind: 'unitFault', fault, isCleared })
      expect(type.decodeRecord(kind, body)).toEqual({ kind: 'unitFault', error: fault, cleared: isCleared })
    }
  })

  test.each(wire.unitWarnings)('encodes the warning %s', (warning) => {
    expect(readUnit({ warnings: new Set([warning]) })).toMatchObject({ errors: [], warnings: [warning] })
  })

  test.each(wire.lampFaults)('encodes the lamp fault %s in state and record', (fault) => {
    const brokenState = { ...emergencyLamp, faults: [fault] }
    const reading = { lamp: brokenState, charge: 1, level: 100, isBlinking: false }
    expect(type.decodeState(wire.writeState(null, [reading])).lamps[0]?.errors).toEqual([fault])
    const { kind, body } = wire.writeRecord({ kind: 'lampFault', lamp: brokenState, fault, isCleared: true })
    expect(type.decodeRecord(kind, body)).toMatchObject({ kind: 'lampFault', lamp: 1, error: fault, cleared: true })
  })

  test('encodes lamp settings and the clock', () => {
    const set = { ...emergencyLamp, function: 'switchable', parity: 'even', groups: 0x8001, levelPercent: 55 } as const
    const [read] = type.decodeState(
      wire.writeState(null, [{ lamp: set, charge: 0.5, level: 55, isBlinking: false }]),
    ).lamps
    const reportedFields = {
      function: 'switchable',
      parity: 'even',
      groups: [1, 16],
      levelPercent: 55,
      batteryPercent: 50,
    }
    expect(read).toMatchObject({
      addr: 1,
      serial: emergencyLamp.serial,
      type: 'emergency',
      mode: 'normal',
      ...reportedFields,
    })
    expect(type.decodeShadow(wire.writeShadow(unitFace))).toMatchObject({ utcOffsetMin: -90, lampsConfigured: 1 })
  })
})
