import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { AuditTab } from './AuditTab.tsx'

const at = '2026-03-02T09:00:00.000Z'
// A near day is shown by its name.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) }))
afterEach(() => vi.useRealTimers())

const entry = (change: object) => ({
  id: crypto.randomUUID(),
  at,
  userid: crypto.randomUUID(),
  name: 'Ada Neri',
  token: null,
  action: 'setGroup',
  result: 'ok',
  requestId: 'r',
  things: [],
  moreThings: 0,
  changes: [],
  ...change,
})
const lamp = { kind: 'lamp', id: 'logica_0A1B2C/12', name: '0012 Corridor' }
const entries = [
  entry({ things: [lamp], moreThings: 3, changes: [{ field: 'group', before: null, after: 4 }] }),
  entry({
    action: 'rimuoviCollab',
    things: [{ kind: 'person', id: 'p', name: 'Bo Berg' }],
    changes: [{ field: 'role', before: 'installerStaff', after: null }],
  }),
  entry({ action: 'setRelay', changes: [{ field: 'on', before: false, after: true }] }),
  entry({
    token: { id: 't', name: 'Ticket desk' },
    action: 'createPlantAccessToken',
    things: [{ kind: 'accessToken', id: 'n', name: 'BMS east wing' }],
    changes: [{ field: 'scopes', before: null, after: 'read, operate' }],
  }),
  entry({
    action: 'ftest',
    changes: [
      { field: 'test', before: null, after: 'functional' },
      { field: 'set', before: null, after: '2026-12-01T08:00:00.000Z' },
      { field: 'mode', before: null, after: 'append' },
      { field: 'mailed', before: 'testErrors', after: 'testErrors, mainsFailure' },
      { field: 'language', before: null, after: 'de' },
      { field: 'country', before: null, after: 'AT' },
      { field: 'plannedFor', before: null, after: '2026-12-24' },
      { field: 'name', before: null, after: 'functional' },
      { field: 'kind', before: null, after: 'constructor' },
    ],
  }),
]

const open = async () => {
  const details = plantWith()
  return renderInPlant(<AuditTab plant={details.plant} />, details, () => ({ entries, total: entries.length }))
}

test('each entry names action and target with old and new values', async () => {
  await open()
  expect((await screen.findAllByText('Add to a group')).length).toBeGreaterThan(0)
  expect(screen.getByText('Lamp 0012 Corridor, and 3 more')).toBeTruthy()
  expect(screen.getByText('Group: 4')).toBeTruthy()
  expect(screen.getByText('Person Bo Berg')).toBeTruthy()
  expect(screen.getByText('Role: Installer staff → nothing')).toBeTruthy()
  expect(screen.getByText('Relay on: no → yes')).toBeTruthy()
  const dialogText = screen.getByText(/^Test: /).textContent
  for (const expectedText of [
    'Test: Functional test',
    'Mode: Append',
    'Language: Deutsch',
    'Country: Austria',
    'Name: functional',
    'Kind: constructor',
  ])
    expect(dialogText).toContain(expectedText)
  expect(dialogText).toContain('Notified by e-mail: Test with errors → Test with errors and Mains failure')
  expect(dialogText).toMatch(/Date: 1 Dec, 09:00\sCET; /)
  expect(dialogText).toContain('Day: 24 December 2026')
})

test('an entry of a program names its token, and a token its scopes', async () => {
  await open()
  await screen.findByText('Ticket desk, program of Ada Neri')
  screen.getByText('Access token BMS east wing')
  screen.getByText('Scopes: Read and Operate')
})

test('the list can be filtered by writes of a plant only', async () => {
  const user = userEvent.setup()
  const { calls } = await open()
  await user.click(await screen.findByRole('combobox', { name: 'Filter by action' }))
  const offered = screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
  for (const expectedText of ['Accept invitation', 'Create plant', 'Undo operation', 'Assign to a room', 'Attach file'])
    expect(offered).toContain(expectedText)
  expect(offered).not.toContain('Change profile')
  expect(calls.map(({ action }) => action)).toContain('getAudit')
})
