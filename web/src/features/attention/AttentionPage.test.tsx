import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { OpenCause } from '@vigilux/contract/features/attention/open-cause.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { recordServerTime } from '../../shared/plant/server-clock.ts'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import { AttentionCount } from './AttentionCount.tsx'
import { AttentionPage } from './AttentionPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const cause = (change: Partial<OpenCause> = {}): OpenCause => ({
  plant_id: plantId,
  plantname: 'Hotel Bellavista',
  city: 'Merano',
  timezone: 'Europe/Rome',
  cu: 'logica_0A1B2C',
  condition: 'error',
  code: 'lamp.battery_short',
  count: 2,
  since: '2026-03-02T09:00:00.000Z',
  assignee: null,
  snoozed: null,
  mayAssign: true,
  ...change,
})
const offline = cause({ condition: 'offline', code: 'unit_offline', cu: 'logica_0C91D2', plantname: 'Lagerhalle Nord' })
const putOff = cause({ snoozed: { backAt: '2026-03-09T07:00:00.000Z', reason: 'Batteries come' } })

const notice = {
  id: 'first',
  plant_id: plantId,
  plantname: 'Hotel Bellavista',
  timezone: 'Europe/Rome',
  at: '2026-03-02T09:00:00.000Z',
  kind: 'mainsFailure',
  causes: 1,
  unit: 'Reception',
  addr: null,
  path: `/remotepanel/${plantId}`,
  snoozedUntil: null,
  escalation: null,
}

const done = ['repair', 'signature'].map((kind) => ({
  kind,
  plant: { id: plantId, name: 'Hotel Bellavista', timezone: 'Europe/Rome' },
  day: '2026-03-02',
  count: 3,
  test: null,
  month: kind === 'signature' ? '2026-02' : null,
}))

const open = (causes: OpenCause[], plants = 3, notices: object[] = []) =>
  renderInPlant(<AttentionPage />, plantWith(), ({ action }) => {
    if (action === 'getAttention')
      return { causes, total: causes.length, plants, plantsOpen: 1, lamps: 84, units: { total: 4, connected: 3 } }
    if (action === 'getPlantUsers')
      return { plant_users: [{ userid: 'luca', name: 'Luca', role: 'installerStaff', email: null }] }
    if (action === 'getOpenNotices') return { notices, total: notices.length }
    if (action === 'getWeekDone') return { done }
    return action === 'getFirstTest' ? { test: null } : {}
  })

test('each cause shows its plant, its start and a link', async () => {
  await open([cause(), offline])
  const row = (await screen.findByText('2 lamps: Battery: short circuit')).closest('tr') as HTMLElement
  expect(within(row).getByText(/since .*10:00/)).toBeTruthy()
  expect(within(row).getByText('Hotel Bellavista')).toBeTruthy()
  expect(
    within(row)
      .getByRole('link', { name: /^Plan the repair: / })
      .getAttribute('href'),
  ).toContain('/rounds/')
  expect(screen.getByText('2 open in 1 of 3 plants')).toBeTruthy()
})

test('a cause is assigned in its row, by those who may', async () => {
  const seen = cause({ plantname: 'Depot', mayAssign: false, cu: 'logica_0D' })
  const { calls } = await open([cause(), seen])
  const rows = (await screen.findAllByRole('row')).slice(1)
  const [own, others] = rows as [HTMLElement, HTMLElement]
  expect(within(others).queryByRole('button', { name: 'Assign' })).toBeNull()
  within(others).getByText('Nobody yet')
  fireEvent.click(within(own).getByRole('button', { name: 'Assign' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Luca' }))
  await waitFor(() =>
    expect(calls).toContainEqual(
      expect.objectContaining({ action: 'assignAttention', plantId, code: 'lamp.battery_short', assignee: 'luca' }),
    ),
  )
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Luca' })).toBeNull())
})

test('the number in the menu is the number of causes on the page, without the snoozed ones', async () => {
  const counts = { causes: [], total: 16, snoozed: 1, plants: 14, plantsOpen: 4 }
  await renderInPlant(<AttentionCount />, plantWith(), () => counts)
  expect(await screen.findByText('15')).toBeTruthy()
})

test('postponed causes are listed separately and can be restored', async () => {
  const { calls } = await open([putOff, offline])
  expect(await screen.findByText('Unit 0C91D2 does not answer')).toBeTruthy()
  expect(screen.queryByText(/Battery: short circuit/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '1 snoozed' }))
  fireEvent.click(await screen.findByText('2 lamps: Battery: short circuit'))
  fireEvent.click(await screen.findByRole('button', { name: 'Return to the list' }))
  await waitFor(() =>
    expect(calls).toContainEqual(expect.objectContaining({ action: 'snoozeAttention', snooze: null })),
  )
})

test('a cause is assigned, and postponed only with a reason', async () => {
  const { calls } = await open([cause()])
  fireEvent.click(await screen.findByText('2 lamps: Battery: short circuit'))
  fireEvent.click(await screen.findByRole('combobox', { name: 'Assigned to' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Luca' }))
  const causeInput = { plantId, topic: 'logica_0A1B2C', code: 'lamp.battery_short' }
  await waitFor(() => expect(calls).toContainEqual({ action: 'assignAttention', ...causeInput, assignee: 'luca' }))
  fireEvent.click(screen.getByRole('button', { name: 'Snooze' }))
  expect(await screen.findByText('Enter a reason.')).toBeTruthy()
  expect(calls.some(({ action }) => action === 'snoozeAttention')).toBe(false)
  fireEvent.change(screen.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Batteries come' } })
  fireEvent.click(screen.getByRole('button', { name: 'Snooze' }))
  await waitFor(() =>
    expect(calls.find(({ action }) => action === 'snoozeAttention')).toMatchObject({
      ...causeInput,
      snooze: { reason: 'Batteries come' },
    }),
  )
})

test('a member without permission sees who can assign', async () => {
  await open([cause({ mayAssign: false })])
  fireEvent.click(await screen.findByText('2 lamps: Battery: short circuit'))
  expect(((await screen.findByRole('combobox', { name: 'Assigned to' })) as HTMLInputElement).disabled).toBe(true)
  expect(screen.getByText(/administrators and staff can assign/)).toBeTruthy()
})

test('an empty list says what appears there', async () => {
  await open([])
  expect(await screen.findByText('Nothing needs attention')).toBeTruthy()
  expect(screen.getByText('3 of 4 units respond, 84 lamps')).toBeTruthy()
})

test('own escalations are shown above open causes with the next step', async () => {
  const since = '2026-03-02T08:30:00.000Z'
  const escalation = { since, notifiedCount: 1, nextAt: '2026-03-02T09:30:00.000Z' }
  const { calls } = await open([cause()], 3, [
    { ...notice, escalation },
    { ...notice, id: 'last', plantname: 'Lagerhalle Nord', escalation: { since, notifiedCount: 3, nextAt: null } },
    { ...notice, id: 'other', plantname: 'Canal Mill Offices' },
    { ...notice, id: 'later', plantname: 'Teatro', escalation, snoozedUntil: '2026-03-03T09:00:00.000Z' },
  ])
  const section = (await screen.findByText('Escalated to you')).closest('section') as HTMLElement
  const [first, last, ...others] = within(section).getAllByRole('listitem')
  expect(others).toEqual([])
  expect(
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toContain(`/remotepanel/${plantId}`)
  expect(first?.textContent).toMatch(
    /Mains failure · Hotel Bellavista.*Reception · Open since .*09:30.*The next person is notified: .*10:30/,
  )
  expect(last?.textContent).toContain('Nobody else is notified.')
  fireEvent.click(screen.getByRole('button', { name: 'Acknowledge: Mains failure, Hotel Bellavista' }))
  const noticeInput = { plantId, noticeId: 'first' }
  await waitFor(() => expect(calls).toContainEqual({ action: 'acknowledgeNotice', ...noticeInput }))
})

test('the page has no escalation section without own escalations', async () => {
  await open([cause()], 3, [notice])
  await screen.findByText('2 lamps: Battery: short circuit')
  expect(screen.queryByText('Escalated to you')).toBeNull()
})

test('on a phone a cause shows how long it is open and who takes care of it', async () => {
  stubPhone()
  recordServerTime(new Date().toISOString())
  const since = new Date(Date.now() - 26 * 3_600_000).toISOString()
  await open([
    cause({ since }),
    cause({ since, cu: 'logica_0C91D2', assignee: { userid: 'luca', name: 'Luca' } }),
    cause({ since, cu: 'logica_0D0E0F', mayAssign: false }),
  ])
  await screen.findByText('Luca')
  const lines = [...document.querySelectorAll('[data-part="list"] > li')].map(({ textContent }) => textContent)
  expect(lines).toEqual([
    expect.stringMatching(/for 26\sh.*Hotel Bellavista · unit 0A1B2CAssign$/),
    expect.stringMatching(/for 26\sh.*Hotel Bellavista · unit 0C91D2Luca$/),
    expect.stringMatching(/for 26\sh.*Hotel Bellavista · unit 0D0E0F$/),
  ])
})

test('with nothing open the page shows what was repaired this week', async () => {
  await open([])
  await screen.findByRole('heading', { name: 'Done this week' })
  const repairs = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.includes('/rounds/'))
  expect(repairs.map(({ textContent }) => textContent)).toEqual(['3 faults repairedMon 2 MarHotel Bellavista'])
  expect(screen.queryByText(/^Logbook signed/)).toBeNull()
})
