import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSteadyRows } from './steady-rows.ts'

type Props = { rows: readonly string[]; live: boolean }
const renderSteady = (first: Props) =>
  renderHook(
    ({ rows, live }: Props) =>
      useSteadyRows({ rows, fresh: rows.toSorted(), keyOf: (row: string) => row, order: '', live }),
    { initialProps: first },
  )

test('rows that load later are sorted in without counting as moved', () => {
  const { result, rerender } = renderSteady({ rows: ['c'], live: false })
  rerender({ rows: ['c', 'a'], live: false })
  expect(result.current).toMatchObject({ rows: ['a', 'c'], moved: 0 })
  rerender({ rows: ['c', 'a', 'b'], live: true })
  expect(result.current).toMatchObject({ rows: ['a', 'b', 'c'], moved: 0 })
})

test('a row that is added after loading comes last until the person sorts again', () => {
  const { result, rerender } = renderSteady({ rows: ['c', 'b'], live: true })
  rerender({ rows: ['c', 'b', 'a'], live: true })
  expect(result.current).toMatchObject({ rows: ['b', 'c', 'a'], moved: 1 })
  act(() => result.current.sortAgain())
  expect(result.current).toMatchObject({ rows: ['a', 'b', 'c'], moved: 0 })
})
