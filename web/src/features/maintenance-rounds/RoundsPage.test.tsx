import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { OpenFault, Round } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, refusal, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { RoundsPage } from './RoundsPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const faultOf = (lamp: number, change: Partial<OpenFault> = {}): OpenFault => ({
  topic: 'imagined_0A1B2C',
  lamp,
  of: 'lamp',
  serial: `A1B2C${lamp}`,
  error: 'battery_short',
  description: 'Door',
  location: '',
  building: null,
  floor: 'Floor 1',
  room: null,
  part: null,
  proof: 'autonomyTest',
  failedTest: null,
  left: null,
  unproven: false,
  ...change,
})
const defaultMember = { email: null, notifications: true, endsOn: null, suspended: false, ownDelegate: false }
const people = [
  { ...defaultMember, userid: 'luca', name: 'Luca', role: 'installerStaff' as const },
  { ...defaultMember, userid: 'rita', name: 'Rita', role: 'installerReadOnly' as const },
]
const open = (faults: OpenFault[], rounds: Round[] = []) =>
  renderInPlant(<RoundsPage />, plantWith({ plant: { plant_users: people }, units: [unitWith()] }), ({ action }) => {
    if (action === 'getRounds') return { rounds, total: rounds.length }
    if (action === 'getOpenFaults') return { faults, total: faults.length }
    return action === 'createRound' ? { round: { id: 'r1' } } : {}
  })

test('empty lists say how to start and that no fault is open', async () => {
  await open([])
  expect(await screen.findByText('No round yet')).toBeTruthy()
  expect(await screen.findByText('All open faults are in a round')).toBeTruthy()
})

test('a round of chosen faults is planned for a member with permission', async () => {
  const { calls, router } = await open([faultOf(1), faultOf(2, { left: 'noPart' }), faultOf(3, { unproven: true })])
  expect(await screen.findByText(/Left last time: No part at hand/)).toBeTruthy()
  expect(screen.getByText(/No longer reported/)).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Lamp 0001, Battery: short circuit' }))
  const selection = await screen.findByRole('region', { name: 'Selected rows' })
  fireEvent.click(within(selection).getByRole('button', { name: 'Plan a round' }))
  expect(await screen.findByText('1 fault')).toBeTruthy()
  fireEvent.click(screen.getByRole('combobox', { name: 'Carried out by' }))
  expect(screen.queryByRole('option', { name: 'Rita' })).toBeNull()
  fireEvent.click(await screen.findByRole('option', { name: 'Luca' }))
  fireEvent.click(screen.getAllByRole('button', { name: 'Plan a round' }).at(-1) as HTMLElement)
  await waitFor(() => expect(router.history.location.pathname).toBe(`/round/${plantId}/r1`))
  expect(calls.filter(({ action }) => action === 'createRound')).toMatchObject([
    { assignee: 'luca', faults: [{ topic: 'imagined_0A1B2C', lamp: 1, error: 'battery_short' }] },
  ])
})

test('a round is planned with the remaining faults if one has ended', async () => {
  const all = [faultOf(1), faultOf(2)]
  let openNow = all
  const { calls } = await renderInPlant(
    <RoundsPage />,
    plantWith({ plant: { plant_users: people }, units: [unitWith()] }),
    ({ action, faults }) => {
      if (action === 'getRounds') return { rounds: [], total: 0 }
      if (action === 'getOpenFaults') return { faults: openNow, total: openNow.length }
      if (action !== 'createRound') return {}
      if ((faults as unknown[]).length === 1) return { round: { id: 'r1' } }
      openNow = [faultOf(1)]
      return refusal('FAULT_NOT_OPEN')
    },
  )
  const press = () => fireEvent.click(screen.getAllByRole('button', { name: 'Plan a round' }).at(-1) as HTMLElement)
  await screen.findByText('Lamp 0002')
  press()
  await screen.findByText('2 faults')
  press()
  await screen.findByText(/1 fault was closed or added to another round/)
  expect(screen.getByText('1 fault')).toBeTruthy()
  press()
  await waitFor(() =>
    expect(calls.filter(({ action }) => action === 'createRound')).toMatchObject([
      { faults: [{ lamp: 1 }, { lamp: 2 }] },
      { faults: [{ lamp: 1 }] },
    ]),
  )
})

test('the dialog keeps its content while the list behind it reloads', async () => {
  let isPlanned = false
  await renderInPlant(
    <RoundsPage />,
    plantWith({ plant: { plant_users: people }, units: [unitWith()] }),
    ({ action }) => {
      // The answer awaited by the dialog before it opens the round.
      if (action === 'getRounds') return isPlanned ? new Promise(() => undefined) : { rounds: [], total: 0 }
      if (action === 'getOpenFaults') return isPlanned ? { faults: [], total: 0 } : { faults: [faultOf(1)], total: 1 }
      if (action !== 'createRound') return {}
      isPlanned = true
      return { round: { id: 'r1' } }
    },
  )
  const press = () => fireEvent.click(screen.getAllByRole('button', { name: 'Plan a round' }).at(-1) as HTMLElement)
  await screen.findByText('Lamp 0001')
  press()
  await screen.findByText('1 fault')
  press()
  await screen.findByText('All open faults are in a round')
  expect(screen.getByText('1 fault')).toBeTruthy()
  expect(screen.queryByText(/is in another round by now/)).toBeNull()
})
