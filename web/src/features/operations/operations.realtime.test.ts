import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { expect, test } from 'vitest'
import { withOperation } from './operations.realtime.ts'
import { runningOf } from './RunningOperations.tsx'

const operation = (id: string, done: number): Operation => ({
  id,
  cu: 'logica_0A1B2C',
  kind: 'assignGroups',
  state: 'running',
  total: 31,
  done,
  lamps: 992,
  unwritten: [],
  error: null,
  code: null,
  canContinue: false,
  canUndo: false,
  undoes: null,
  bundle: null,
  requestedBy: null,
  requestedAt: '2026-11-21T10:00:00.000Z',
  endedAt: null,
})

test('an updated operation replaces its row and keeps its position', () => {
  const list = [operation('b', 1), operation('a', 31)]
  expect(withOperation(list, operation('a', 32)).map(({ id, done }) => [id, done])).toEqual([
    ['b', 1],
    ['a', 32],
  ])
})

test('a new operation is added on top', () => {
  expect(withOperation([operation('a', 31)], operation('b', 0)).map(({ id }) => id)).toEqual(['b', 'a'])
})

test('operations of a running bundle stay together with the finished ones', () => {
  const bundle = 'b1'
  const list: Operation[] = [
    { ...operation('d', 31), state: 'done', bundle },
    operation('c', 3),
    { ...operation('b', 2), bundle },
    { ...operation('a', 31), state: 'done', bundle: 'b0' },
  ]
  expect(runningOf(list).map((operations) => operations.map(({ id }) => id))).toEqual([['d', 'b'], ['c']])
})
