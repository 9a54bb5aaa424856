import { expect, test } from 'vitest'
import { actions } from '../contract/src/actions.ts'
import { errorStatus } from '../contract/src/errors.ts'
import { events } from '../contract/src/events.ts'
import { unitErrors, unitWarnings } from '../contract/src/features/central-units/central-unit.ts'
import { lampErrors } from '../contract/src/features/lamps/lamp.ts'
import { pageEntry, pageNames } from '../web/src/site-map.ts'
import {
  specifiedActions,
  specifiedErrors,
  specifiedEvents,
  specifiedRoutes,
  specifiedUnitFaults,
} from './specified.ts'

/** The product has every name fixed by the specification. */

const missing = (specified: readonly string[], foundNames: readonly string[]): string[] =>
  specified.filter((name) => !foundNames.includes(name))

test('the contract has every specified action', () =>
  expect(missing(specifiedActions, Object.keys(actions))).toEqual([]))

test('the contract has every specified event', () => expect(missing(specifiedEvents, Object.keys(events))).toEqual([]))

test('the contract has every specified error code', () =>
  expect(missing(specifiedErrors, Object.keys(errorStatus))).toEqual([]))

test('the contract has every specified fault and warning', () =>
  expect(missing(specifiedUnitFaults, [...unitErrors, ...unitWarnings, ...lampErrors])).toEqual([]))

test('every specified route has a page', () => {
  const paths = pageNames.map((name) =>
    pageEntry(name)
      .path.replaceAll(/\/(\$|\{-\$)\w+\}?/g, '')
      .slice(1),
  )
  expect(missing(specifiedRoutes, paths)).toEqual([])
})

test('no input has a field named action', () => {
  const withActionField = Object.entries(actions).filter(([, { input }]) =>
    Object.hasOwn((input as { shape?: object }).shape ?? {}, 'action'),
  )
  expect(withActionField.map(([name]) => name)).toEqual([])
})
