import { expect, test } from 'vitest'
import { unitErrors, unitFindings, unitWarnings } from '../central-units/central-unit.ts'
import {
  faultsOfUnit,
  unitErrorCatalogue,
  unitFindingCatalogue,
  unitWarningCatalogue,
} from '../central-units/unit-faults.ts'
import { lampErrors } from '../lamps/lamp.ts'
import { faultsOfLamp, lampFaultCatalogue } from '../lamps/lamp-faults.ts'

test('every code has an entry under its own name', () => {
  expect(Object.values(unitErrorCatalogue).map(({ code }) => code)).toEqual(unitErrors)
  expect(Object.values(unitWarningCatalogue).map(({ code }) => code)).toEqual(unitWarnings)
  expect(Object.values(unitFindingCatalogue).map(({ code }) => code)).toEqual(unitFindings)
  expect(Object.values(lampFaultCatalogue).map(({ code }) => code)).toEqual(lampErrors)
})

test('warnings have severity warning and errors have severity error', () => {
  expect(new Set(Object.values(unitWarningCatalogue).map(({ severity }) => severity))).toEqual(new Set(['warning']))
  expect(new Set(Object.values(unitErrorCatalogue).map(({ severity }) => severity))).toEqual(new Set(['error']))
})

test('errors come before warnings, most urgent first', () => {
  const faults = faultsOfUnit({
    errors: ['modem', 'charger', 'fuse'],
    warnings: ['maintenance_needed', 'no_mains'],
    findings: ['clock_wrong', 'protocol_fault'],
  })
  expect(faults.map(({ code }) => code)).toEqual([
    'fuse',
    'protocol_fault',
    'charger',
    'modem',
    'no_mains',
    'clock_wrong',
    'maintenance_needed',
  ])
})

test('equally urgent faults keep the reported order', () => {
  const codesOf = (errors: Parameters<typeof faultsOfLamp>[0]) => faultsOfLamp(errors).map(({ code }) => code)
  expect(codesOf(['uv_tube', 'led_open', 'battery_short'])).toEqual(['led_open', 'battery_short', 'uv_tube'])
  expect(codesOf(['uv_tube', 'battery_short', 'led_open'])).toEqual(['battery_short', 'led_open', 'uv_tube'])
})
