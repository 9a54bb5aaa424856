import { expect, test } from 'vitest'
import { actions } from '../contract/src/actions.ts'
import { errorStatus } from '../contract/src/errors.ts'
import { events } from '../contract/src/events.ts'
import { minimumAgeYears } from '../contract/src/features/accounts/account.ts'
import { unitErrors, unitWarnings } from '../contract/src/features/central-units/central-unit.ts'
import * as commands from '../contract/src/features/commands/command.ts'
import { lampErrors } from '../contract/src/features/lamps/lamp.ts'
import { proCodeDigits } from '../contract/src/features/pro-codes/pro-code.rules.ts'
import { unitTypes } from '../device-plane/src/registry.ts'
import { pageEntry, pageNames } from '../web/src/site-map.ts'
import { pendingActions, pendingErrors, pendingUnitFaults } from './pending.ts'
import { read, repositoryFiles } from './sources.ts'
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

test('every route has a page', () => {
  const paths = pageNames.map((name) =>
    pageEntry(name)
      .path.replaceAll(/\/(\$|\{-\$)\w+\}?/g, '')
      .slice(1),
  )
  expectAllAccounted('routes', specifiedRoutes, paths, {})
})

test('every constant', () => {
  expect({
    minimumAgeYears,
    proCodeDigits,
    workingFlagMs: commands.workingFlagMs,
    resendAfterNotEnabledMs: commands.resendAfterNotEnabledMs,
    statusQuerySpacingMs: commands.statusQuerySpacingMs,
    defaultRetries: commands.defaultRetries,
    lampCountWarnings: Object.values(unitTypes).map(({ facts }) => [facts.cu_type, facts.lampCountWarning]),
    lampsAtMost: Object.values(unitTypes).map(({ facts }) => [facts.cu_type, facts.serialDigits, facts.maxLamps]),
  }).toEqual({
    minimumAgeYears: 16,
    proCodeDigits: 16,
    workingFlagMs: 35_000,
    resendAfterNotEnabledMs: 1_000,
    statusQuerySpacingMs: 6_000,
    defaultRetries: 40,
    lampCountWarnings: [
      ['cablecom', 32],
      ['logica', 128],
      ['logicafm', null],
      ['sicuro', 128],
      ['gateway', null],
    ],
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
})

/** What of section 9 has a name of its own, with the file that names it. */
const constants: Record<string, readonly [file: string, name: string]> = {
  'attachments of a plant': ['contract/src/features/attachments/attachment.ts', 'attachmentLimits'],
  'groups of a unit': ['contract/src/features/groups/group.ts', 'highestGroup'],
  'groups of a lamp': ['contract/src/features/groups/group.ts', 'groupsPerLamp'],
  'group bitmask': ['contract/src/features/groups/group.ts', 'lampsPerPage'],
  'test periodicity': ['contract/src/features/central-units/test-schedule.ts', 'testPeriods'],
  'deferred test': ['contract/src/features/central-units/test-schedule.ts', 'deferredByDays'],
  'minimum age': ['contract/src/features/accounts/account.ts', 'minimumAgeYears'],
  'chunk load time-out': ['web/src/shared/later.tsx', 'chunkTimeoutMs'],
  'retries where none are given': ['contract/src/features/commands/command.ts', 'defaultRetries'],
  'status query': ['contract/src/features/commands/command.ts', 'statusQuerySpacingMs'],
  'resend after ERROR_COMMAND_NOT_ENABLED': ['contract/src/features/commands/command.ts', 'resendAfterNotEnabledMs'],
  'working flag': ['contract/src/features/commands/command.ts', 'workingFlagMs'],
  'battery duration under 30 s': [
    'contract/src/features/emergency-tests/discharge.rules.ts',
    'shortestBatteryDurationS',
  ],
  chargers: ['contract/src/features/central-units/unit-detail.ts', 'chargerCount'],
  'product code of a UV lamp': ['contract/src/features/lamps/lamp-detail.ts', 'uvLampProductCode'],
}

/** What runs as the product: no test, no demo, and not the simulated units, which only play a part. */
const productCode = repositoryFiles()
  .filter((path) => /^(contract|device-plane|server|web)\/src\/.*\.tsx?$/.test(path))
  .filter((path) => !/\.test\.tsx?$|\/(testing|demo)\//.test(path))
  .map((path) => ({ path, text: withoutImports(read(path)) }))

function withoutImports(text: string): string {
  return text.replaceAll(/^(import|export) [^;]*? from '.*'$/gm, '').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

/** Mentions in product code besides the declaration: one that is merely exported changes nothing. */
const usesOf = (file: string, name: string): number => {
  const mentions = productCode.reduce(
    (sum, { text }) => sum + [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length,
    0,
  )
  const declares = productCode.some(({ path, text }) => path === file && text.includes(`export const ${name} =`))
  return declares ? mentions - 1 : -1
}

test.each(Object.entries(constants))('the constant for %s is used by the product', (_, [file, name]) => {
  expect(usesOf(file, name)).toBeGreaterThan(0)
})

test('a constant that is nowhere declared, or only exported, counts as missing', () => {
  expect(usesOf('contract/src/features/lamps/lamp.rules.ts', 'noSuchConstant')).toBe(-1)
})

test('no input has a field that the name of the called action would overwrite on the wire', () => {
  const taken = Object.entries(actions).filter(([, { input }]) =>
    Object.hasOwn((input as { shape?: object }).shape ?? {}, 'action'),
  )
  expect(taken.map(([name]) => name)).toEqual([])
})
