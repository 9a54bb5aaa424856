import { actions } from '@vigilux/contract/actions.ts'
import { expect, it } from 'vitest'
import { actionSummaries, errorMessages } from '../scripts/generated-docs.ts'
import { readSource } from './sources.ts'

/** The server reads these texts from JSON files, because an installation has no comments and no translations. */

it('every action has a summary in the contract', () => {
  const summaries = actionSummaries()
  expect(Object.keys(summaries).sort()).toEqual(Object.keys(actions).sort())
  expect(Object.entries(summaries).filter(([, { summary }]) => summary === '')).toEqual([])
  expect(JSON.parse(readSource('contract/src/action-summaries.json')), 'npm run docs').toEqual(summaries)
})

it('every error code has an English text in the contract', () => {
  const messages = errorMessages()
  expect(Object.entries(messages).filter(([, message]) => typeof message !== 'string')).toEqual([])
  expect(JSON.parse(readSource('contract/src/error-messages.json')), 'npm run docs').toEqual(messages)
})
