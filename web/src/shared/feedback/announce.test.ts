import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announce } from './announce.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const alertText = () => document.querySelector('[role=alert]')?.textContent

test('an urgent message leaves the page once it has been read', () => {
  announce('10 seconds left', true)
  vi.advanceTimersByTime(9_000)
  announce('Unit 0A1B2C is enrolled', true)
  vi.advanceTimersByTime(9_000)
  expect(alertText()).toBe('Unit 0A1B2C is enrolled')
  vi.advanceTimersByTime(1_000)
  expect(alertText()).toBe('')
})
