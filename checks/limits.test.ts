import { actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { expect, test } from 'vitest'
import { allowances } from '../server/src/kernel/limits.ts'
import { readSource } from './sources.ts'

/** docs/operations/limits.md matches the behaviour of the server. */
const page = readSource('docs/operations/limits.md')

test('the page lists every limit', () => {
  const rows = Object.entries(allowances).map(([name, { perSecond, burst }]) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``))
    const cells = row?.split('|').map((cell) => cell.trim())
    return { name, isRight: cells?.[3] === String(perSecond) && cells[4] === String(burst) }
  })
  expect(rows.filter(({ isRight }) => !isRight)).toEqual([])
})

test('no action costs more than the budget of its caller', () => {
  const declared = Object.entries(actions as Record<string, ActionDeclaration>)
  expect(declared.filter(([, { cost = 1 }]) => cost < 1 || cost > allowances.account.burst / 10)).toEqual([])
})
