import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { LampHistory } from './LampHistory.tsx'
import type { LampChange } from './lamp-history.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const lamp = { cu: 'imagined_0A1B2C', id: 7, errors: [] } as unknown as Lamp
const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString()
const change = (minute: number, overrides: Partial<LampChange> = {}): LampChange => {
  return { at: at(minute), serial: 'B2', mode: 'normal', errors: [], condition: 'ok', ...overrides }
}
const changes = [
  change(50, { errors: ['battery_short'], condition: 'error' }),
  change(40),
  change(30, { mode: 'emergency', condition: 'emergency' }),
  change(20),
  change(10, { serial: 'A1', mode: 'unreachable', condition: 'offline' }),
  change(0, { serial: 'A1' }),
]
const show = (pages: Record<string, { changes: LampChange[]; next: string | null } | Response>) =>
  renderInPlant(<LampHistory lamp={lamp} />, plantWith(), ({ action, before }) =>
    action === 'getLampHistory' ? pages[String(before ?? 'first')] : { groups: [] },
  )
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('the history shows states with their durations and replaced lamps', async () => {
  await show({ first: { changes, next: null } })
  expect(await screen.findByText('Battery: short circuit')).toBeDefined()
  expect(lines()).toHaveLength(5)
  expect(lines()[2]).toContain('On battery')
  expect(lines()[2]).toMatch(/for 10.min/)
  expect(lines()[3]).toContain('Lamp replaced: A1 → B2')
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(lines()).toHaveLength(6)
})

test('earlier changes are loaded on request', async () => {
  const older = [change(-10, { mode: 'inhibited', condition: 'inhibited' })]
  await show({ first: { changes, next: at(0) }, [at(0)]: { changes: older, next: null } })
  fireEvent.click(await screen.findByRole('button', { name: 'Show all' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier' }))
  expect(await screen.findByText(/Inhibited/)).toBeDefined()
  expect(within(document.body).queryByRole('button', { name: 'Show earlier' })).toBeNull()
})

test('a failed load of earlier changes shows an error and can be retried', async () => {
  const pages = { first: { changes, next: at(0) }, [at(0)]: refusal('INTERNAL_ERROR') }
  await show(pages)
  fireEvent.click(await screen.findByRole('button', { name: 'Show all' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier' }))
  const tryAgain = await screen.findByRole('button', { name: 'Try again' })
  Object.assign(pages, {
    [at(0)]: { changes: [change(-10, { mode: 'inhibited', condition: 'inhibited' })], next: null },
  })
  fireEvent.click(tryAgain)
  expect(await screen.findByText(/Inhibited/)).toBeDefined()
})

test('an empty history says that nothing has changed yet', async () => {
  await show({ first: { changes: [], next: null } })
  expect(await screen.findByText('Nothing has changed since recording began.')).toBeDefined()
})
