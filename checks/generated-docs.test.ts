import { actions } from '@vigilux/contract/actions.ts'
import { authFlows } from '@vigilux/contract/features/accounts/auth-flows.ts'
import { expect, it } from 'vitest'
import { buildingPoints } from '../scripts/building-points.ts'
import { apiTexts, errorMessages } from '../scripts/generated-docs.ts'
import { readSource } from './sources.ts'

/** The server reads these texts from JSON files, because an installation has no comments and no translations. */

it('every action, flow and feature has a text in the contract', () => {
  const texts = apiTexts()
  const { calls, features } = texts
  expect(Object.keys(calls).sort()).toEqual([...Object.keys(actions), ...Object.keys(authFlows)].sort())
  expect(Object.entries(calls).filter(([, { summary }]) => summary === '')).toEqual([])
  expect(Object.keys(features)).toEqual([...new Set(Object.values(calls).map(({ feature }) => feature))])
  expect(JSON.parse(readSource('contract/src/api-texts.json')), 'npm run docs').toEqual(texts)
})

it('every error code has an English text in the contract', () => {
  const messages = errorMessages()
  expect(Object.entries(messages).filter(([, message]) => typeof message !== 'string')).toEqual([])
  expect(JSON.parse(readSource('contract/src/error-messages.json')), 'npm run docs').toEqual(messages)
})

it('the page of points for building systems lists what the bridge offers', () => {
  expect(readSource('docs/building-points.md'), 'npm run docs').toBe(buildingPoints())
})
