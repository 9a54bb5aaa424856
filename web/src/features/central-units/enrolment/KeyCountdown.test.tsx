import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordServerTime } from '../../../shared/plant/server-clock.ts'
import { renderWithTexts } from '../../../testing/render.tsx'
import { KeyCountdown } from './KeyCountdown.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T09:00:30Z') }))
afterEach(() => {
  cleanup()
  // The live region is outside the component.
  document.getElementById('live-assertive')?.remove()
  vi.useRealTimers()
})

test.each([
  { windowS: 60, expectedText: '0:30of 1:00 left' },
  { windowS: 120, expectedText: '1:30of 2:00 left' },
  { windowS: 600, expectedText: '9:30of 10:00 left' },
])('the countdown covers a window of $windowS s', async ({ windowS, expectedText }) => {
  recordServerTime(new Date().toISOString())
  const startedAt = '2026-03-02T09:00:00.000Z'
  const enrolment = {
    id: '00000000-0000-4000-8000-0000000000e1',
    cu_id: '0A1B2C',
    cu_type: 'logica',
    state: 'waiting' as const,
    outcome: null,
    unitReached: true,
    startedAt,
    expiresAt: new Date(Date.parse(startedAt) + windowS * 1000).toISOString(),
  }
  await renderWithTexts(<KeyCountdown enrolment={enrolment} keys="SEL + OK" onOver={() => undefined} />)
  expect(screen.getByRole('timer').textContent).toBe(expectedText)
})
