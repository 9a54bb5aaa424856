import { expect, test } from 'vitest'
import { actions } from '../contract/src/actions.ts'
import { errorStatus } from '../contract/src/errors.ts'
import { events } from '../contract/src/events.ts'
import { minimumAgeYears } from '../contract/src/features/accounts/account.ts'
import { unitErrors, unitWarnings } from '../contract/src/features/central-units/central-unit.ts'
import * as commands from '../contract/src/features/commands/command.ts'
import { shortestBatteryDurationS } from '../contract/src/features/lamps/lamp.rules.ts'
import { lampErrors } from '../contract/src/features/lamps/lamp.ts'
import { unitTypes } from '../device-plane/src/registry.ts'
import { pageEntry, pageNames } from '../web/src/site-map.ts'
import { pendingActions, pendingConstants, pendingErrors, pendingUnitFaults } from './pending.ts'
import {
  specifiedActions,
  specifiedErrors,
  specifiedEvents,
  specifiedRoutes,
  specifiedUnitFaults,
} from './specified.ts'

/** Every name that the specification fixes is in the product, or is listed as pending with the noun it comes with. */

const namesIn = (pending: Record<string, readonly string[]>): string[] => Object.values(pending).flat()

const expectAllAccounted = (
  what: string,
  specified: readonly string[],
  present: readonly string[],
  pending: Record<string, readonly string[]>,
): void => {
  const isPresent = new Set(present)
  const waiting = namesIn(pending)
  console.log(`${what}: ${specified.length} specified, ${waiting.length} pending`)
  expect(new Set(specified).size, 'a name is listed twice').toBe(specified.length)
  expect(specified.filter((name) => !isPresent.has(name) && !waiting.includes(name))).toEqual([])
  expect(
    waiting.filter((name) => isPresent.has(name) || !specified.includes(name)),
    'no longer pending: take it out of checks/pending.ts',
  ).toEqual([])
}

test('every action', () => expectAllAccounted('actions', specifiedActions, Object.keys(actions), pendingActions))

test('every event', () => expectAllAccounted('events', specifiedEvents, Object.keys(events), {}))

test('every error code', () => expectAllAccounted('codes', specifiedErrors, Object.keys(errorStatus), pendingErrors))

test('every fault and warning', () =>
  expectAllAccounted('faults', specifiedUnitFaults, [...unitErrors, ...unitWarnings, ...lampErrors], pendingUnitFaults))

test('every route has a page, which may still say what will be there', () => {
  const paths = pageNames.map((name) =>
    pageEntry(name)
      .path.replaceAll(/\/(\$|\{-\$)\w+\}?/g, '')
      .slice(1),
  )
  expectAllAccounted('routes', specifiedRoutes, paths, {})
  const pending = pageNames.filter((name) => pageEntry(name).pending)
  console.log(`pages: ${pageNames.length}, pending ${pending.length}: ${pending.join(', ')}`)
})

test('every constant', () => {
  expect({
    minimumAgeYears,
    shortestBatteryDurationS,
    workingFlagMs: commands.workingFlagMs,
    resendAfterNotEnabledMs: commands.resendAfterNotEnabledMs,
    statusQuerySpacingMs: commands.statusQuerySpacingMs,
    defaultRetries: commands.defaultRetries,
    lampsAtMost: Object.values(unitTypes).map(({ facts }) => [facts.cu_type, facts.serialDigits, facts.maxLamps]),
  }).toEqual({
    minimumAgeYears: 16,
    shortestBatteryDurationS: 30,
    workingFlagMs: 35_000,
    resendAfterNotEnabledMs: 1_000,
    statusQuerySpacingMs: 6_000,
    defaultRetries: 40,
    lampsAtMost: [
      ['cablecom', 6, 32],
      ['logica', 6, 128],
      ['logicafm', 5, 992],
      ['sicuro', 6, 128],
      ['gateway', 6, 128],
    ],
  })
  expect(actions.createNetwork.input.shape.plant_code.safeParse(93).success).toBe(false)
  expect(actions.createNetwork.input.shape.plant_code.safeParse(92).success).toBe(true)
  console.log(`constants pending: ${namesIn(pendingConstants).length}`)
})

test('no input has a field that the name of the called action would overwrite on the wire', () => {
  const taken = Object.entries(actions).filter(([, { input }]) =>
    Object.hasOwn((input as { shape?: object }).shape ?? {}, 'action'),
  )
  expect(taken.map(([name]) => name)).toEqual([])
})
