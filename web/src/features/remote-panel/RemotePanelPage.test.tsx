import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import { RemotePanelPage } from './RemotePanelPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const commands = ['inhibit', 'emergencyOn', 'keypressSimulation']
const tenMinutes = () => ({ until: new Date(Date.now() + 600_000).toISOString() })
const open = async (role: PlantRole, inhibition: { until: string | null } = tenMinutes()) => {
  const cause = { condition: 'inhibited', code: 'inhibited', count: 4, cu: 'imagined_0A1B2C' } as const
  const attention = [{ ...cause, since: '2026-03-01T16:42:00.000Z' }]
  const unit = unitWith({ inhibition, cu_location: 'Riser cupboard' })
  const details = plantWith({ plant: { role, attention }, units: [unit] })
  await renderInPlant(<RemotePanelPage />, { ...details, servedAt: new Date().toISOString() }, ({ action }) =>
    action === 'getUnitTypes' ? { types: [{ cu_type: 'imagined', commands }] } : { requests: [] },
  )
  await screen.findByRole('region', { name: 'System inhibited' })
}

test.each<PlantRole>(['clientOwner', 'clientStaff', 'installerReadOnly'])(
  '%s sees lights, danger and units, and nothing to press',
  async (role) => {
    await open(role)
    screen.getByText('The installer operates this panel')
    screen.getByRole('list', { name: 'Remote panel' })
    for (const name of ['DOWN', 'End inhibition of 4 lamps', 'Inhibit …', 'Start emergency mode …'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  },
)

test('an installer operates the panel', async () => {
  await open('installerStaff')
  screen.getByText('The audit records everything done here, the logbook every inhibition')
  for (const name of ['DOWN', 'End inhibition of 4 lamps', 'Inhibit …', 'Start emergency mode …'])
    await screen.findByRole('button', { name })
})

test('the danger is said before the lights', async () => {
  await open('installerStaff')
  const danger = screen.getByRole('region', { name: 'System inhibited' })
  const lights = screen.getByRole('list', { name: 'Remote panel' })
  expect(danger.compareDocumentPosition(lights)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a switch at the unit cannot be ended from here: a person is sent to its place', async () => {
  await open('installerStaff', { until: null })
  const danger = within(screen.getByRole('region', { name: 'System inhibited' }))
  expect(danger.getByRole('listitem').textContent).toMatch(/^Unit 0A1B2C · Riser cupboard · since .*17:42/)
  const step = await danger.findByRole('link', { name: 'Send someone there' })
  expect(step.getAttribute('href')).toBe(
    `#/attention?open=${`${plantId} imagined_0A1B2C inhibited`.replaceAll(' ', '+')}`,
  )
  for (const name of [/^End inhibition/, 'Set another end']) expect(danger.queryByRole('button', { name })).toBeNull()
})

test('on a phone the next step stands at the thumb, and the commands in a sheet', async () => {
  stubPhone()
  await open('installerStaff')
  await screen.findByRole('button', { name: 'End inhibition of 4 lamps' })
  const atThumb = [...document.querySelectorAll('[data-part="page-actions"] > *')].map(({ textContent }) => textContent)
  expect(atThumb).toEqual(['End inhibition of 4 lamps', 'Operate', 'More'])
  expect(screen.queryByRole('button', { name: 'Inhibit …' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Operate' }))
  await screen.findByRole('button', { name: 'Inhibit …' })
})

test('emergency mode asks for a reason and an empty building, and leaves out what cannot start it', async () => {
  const units = [unitWith(), unitWith({ cu_id: '0D1A02', inhibition: { until: null } })]
  const { calls } = await renderInPlant(<RemotePanelPage />, plantWith({ units }), ({ action }) =>
    action === 'getUnitTypes'
      ? { types: [{ cu_type: 'imagined', commands, commandAction: 'logicaCommand' }] }
      : { requests: [] },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Start emergency mode …' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Light 4 emergency lamps from their batteries?' }))
  dialog.getByText('Until they are recharged there is no emergency light.')
  dialog.getByText('0D1A02: Inhibited')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  const start = dialog.getByRole('button', { name: 'Start emergency mode' })
  fireEvent.click(start)
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await waitFor(() => expect(document.activeElement).toBe(reason))
  fireEvent.change(reason, { target: { value: 'Evacuation drill' } })
  fireEvent.click(start)
  await dialog.findByText('Confirm this first.')
  expect(calls.some(({ action }) => action === 'logicaCommand')).toBe(false)
  fireEvent.click(dialog.getByRole('checkbox'))
  fireEvent.click(start)
  await waitFor(() =>
    expect(calls.filter(({ action }) => action === 'logicaCommand')).toMatchObject([
      { topic: 'imagined_0A1B2C', command: 'emergencyOn', reason: 'Evacuation drill' },
    ]),
  )
})
