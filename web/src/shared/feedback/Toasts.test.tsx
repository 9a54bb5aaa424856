import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { closeToasts } from '../../testing/toasts.ts'
import { Toasts } from './Toasts.tsx'
import { toastDone, toastFailure } from './toast.ts'

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const listToasts = () => ['first', 'second', 'third'].filter((text) => screen.queryByText(text))

beforeEach(async () => {
  closeToasts()
  await renderWithTexts(<Toasts />)
  vi.useFakeTimers()
})
afterEach(() => {
  closeToasts()
  vi.useRealTimers()
  cleanup()
})

test('two messages are shown at once, and the next one follows', () => {
  act(() => ['first', 'second', 'third'].forEach(toastDone))
  expect(listToasts()).toEqual(['first', 'second'])
  pass(6000)
  expect(listToasts()).toEqual(['third'])
  pass(6000)
  expect(listToasts()).toEqual([])
})

test('messages stay while the pointer is on them', () => {
  act(() => toastDone('first'))
  const place = screen.getByText('first')
  fireEvent.pointerEnter(place.closest('[role=status]') as Element)
  pass(60_000)
  expect(listToasts()).toEqual(['first'])
  fireEvent.pointerLeave(place.closest('[role=status]') as Element)
  pass(6000)
  expect(listToasts()).toEqual([])
})

test('a failure is an alert that stays until it is closed', () => {
  act(() => toastFailure(new Error('unexpected')))
  pass(60_000)
  expect(screen.getByRole('alert')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
