import { cleanup, screen, within } from '@testing-library/react'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { sampleAnswer } from '../../testing/sample-answer.ts'
import { OwnerHome } from './OwnerHome.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const secondId = '00000000-0000-4000-8000-000000000002'
const { plant } = plantWith()
const plants: PlantSummary[] = [plant, { ...plant, plant_id: secondId, plantname: 'Depot Haller' }]
const verdictOf = (state: string, notMet = 0) => ({ state, notMet, unknown: 0, met: 26 - notMet, total: 26 })
const compliance = sampleAnswer('getCompliance') as object
const now = { inhibited: 0, onBattery: 0, notReporting: 0, unitsOffline: 0 }
const duty = { overdue: false, count: 1, permission: 'logbook.sign', allowed: true, test: null, month: null }
const ofPlant = { id: plantId, name: 'Hotel Bellavista', timezone: 'Europe/Rome' }
const signature = { ...duty, kind: 'signature', plant: ofPlant, day: '2026-03-08', month: '2026-02' }
const repair = { ...duty, kind: 'repair', plant: ofPlant, day: '2026-03-06', allowed: false }
const firstTest = {
  plant_id: plantId,
  plantname: ofPlant.name,
  timezone: ofPlant.timezone,
  kind: 'functional',
  at: '2026-03-05T21:00:00.000Z',
}

const show = (notMet: number) => {
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z'), toFake: ['Date'] })
  return renderInPlant(<OwnerHome plants={plants} shown={6} total={2} />, plantWith(), (call) => {
    if (call.action === 'getCompliance')
      return {
        ...compliance,
        untested: false,
        now,
        verdict: call.plantId === plantId && notMet > 0 ? verdictOf('notMet', notMet) : verdictOf('met'),
      }
    if (call.action === 'getFirstTest') return { test: call.plantId === plantId ? firstTest : null }
    if (call.action === 'getWeek')
      return { duties: [signature, repair], totals: [{ kind: 'signature', count: 1 }], next: null, plants: 2 }
    return {}
  })
}

test('the owner reads the answer over all plants, each with its rules and next test', async () => {
  await show(3)
  await screen.findByRole('heading', { name: '1 of 2 plants does not meet every rule' })
  const [, first, second] = screen.getAllByRole('row')
  if (!first || !second) throw new Error('no rows')
  await within(first).findByText(/5 Mar.*22:00/)
  expect(within(first).getByText('3 of 26 rules not met')).toBeTruthy()
  expect(await within(second).findByText('No test planned')).toBeTruthy()
  expect(within(second).getByText('All 26 rules met')).toBeTruthy()
})

test('an owner sees own duties listed and those of others counted', async () => {
  await show(0)
  await screen.findByRole('heading', { name: 'All 2 plants meet every rule today' })
  const sign = await screen.findByRole('link', { name: 'Sign logbook' })
  expect(sign.getAttribute('href')).toBe(`#/logbook/${plantId}?sign=2026-02`)
  expect(await screen.findByText('Sign the logbook: February 2026')).toBeTruthy()
  expect(screen.queryByText('1 device to repair')).toBeNull()
  expect(screen.getByRole('link', { name: 'Your installer does: 1' }).getAttribute('href')).toBe('#/week?f=all')
})
