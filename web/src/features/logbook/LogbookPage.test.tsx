import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { formatDate } from '../../shared/format/date-text.ts'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import { LogbookPage } from './LogbookPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const hash = 'ab'.repeat(32)
const entry = (no: number, change: object) => ({
  no,
  id: crypto.randomUUID(),
  kind: 'service',
  at: '2026-03-02T09:00:00.000Z',
  recordedAt: '2026-03-02T09:00:00.000Z',
  cu: null,
  lamp: null,
  serial: null,
  testId: null,
  corrects: null,
  about: null,
  by: null,
  person: null,
  facts: {},
  text: '',
  result: null,
  clockWrong: false,
  correctedBy: null,
  notes: 0,
  afterSignature: false,
  hash,
  ...change,
})
const test1 = { test: 'functional', passed: 3, failed: 1, notExecuted: 0, result: 'failed' }
const entries = [
  entry(5, {
    kind: 'remedy',
    about: 4,
    text: 'Battery replaced',
    by: 'Luca Bressan',
    person: crypto.randomUUID(),
    notes: 2,
  }),
  entry(4, { kind: 'lampFault', facts: { error: 'battery_failure' }, cu: 'logica_0A1B2C', lamp: 7 }),
  entry(3, { kind: 'testEnded', facts: test1, result: 'failed', cu: 'logica_0A1B2C' }),
  entry(2, { kind: 'note', about: 1, text: 'Seen', person: '1c2d3e4f-0000-4000-8000-000000000a1f' }),
  entry(1, {
    kind: 'signature',
    facts: { month: '2026-02', upTo: 1 },
    by: 'Paolo Zanatta',
    person: crypto.randomUUID(),
  }),
]
const items = ['certificates', 'tests', 'services', 'defects', 'alterations', 'automaticTester'].map((item) => ({
  item,
  missing: item === 'alterations' ? 'drawings' : null,
}))
const stateOf = (no = 5) => ({
  items,
  responsible: 'Paolo Zanatta',
  signed: {
    month: '2026-02',
    upTo: 1,
    at: '2026-03-01T09:00:00.000Z',
    by: 'Paolo Zanatta',
    person: crypto.randomUUID(),
  },
  head: { no, hash },
})

type Role = 'installerAdministrator' | 'installerStaff'
const open = (role: Role = 'installerAdministrator', found = entries, no = 5, archived_at: string | null = null) =>
  renderInPlant(<LogbookPage />, plantWith({ plant: { role, archived_at } }), ({ action }) => {
    if (action === 'getLogbookState') return stateOf(no)
    if (action === 'getUnitsDetails') return { units: [] }
    return {
      entries: found,
      total: found.length,
      hidden: 0,
      head: { no: found.length, hash },
      soughtFrom: null,
      origin: null,
      since: null,
    }
  })

test('each entry shows what happened, where and by whom', async () => {
  await open()
  expect((await screen.findAllByText('Remedy')).length).toBeGreaterThan(0)
  expect(screen.getByText('On entry 4 · Battery replaced')).toBeTruthy()
  expect(screen.getByText('Luca Bressan')).toBeTruthy()
  expect(screen.getByText('Lamp 0007 · 0A1B2C')).toBeTruthy()
  expect(screen.getByText('3 passed, 1 failed, 0 not executed')).toBeTruthy()
  expect(screen.getByText('02/2026, up to entry 1')).toBeTruthy()
  expect(screen.getByText('Erased person 0A1F')).toBeTruthy()
  expect(await screen.findByText('Central European Time')).toBeTruthy()
})

test('the page names missing legal items and the signed entries', async () => {
  await open()
  expect(await screen.findByText('5 of 6 complete')).toBeTruthy()
  expect(screen.getByText('No drawings')).toBeTruthy()
  expect(screen.getByText('Signed up to entry 1')).toBeTruthy()
  expect(await screen.findByText('Responsible: Paolo Zanatta')).toBeTruthy()
})

test('a range that ends before it begins is named and not asked for', async () => {
  const user = userEvent.setup()
  const { calls } = await open()
  const type = async (label: string, day: string) =>
    user.type(await screen.findByLabelText(label), formatDate(day, 'en'))
  await type('From', '2026-03-05')
  await type('To', '2026-03-01')
  expect(await screen.findByText('The last day is before the first.')).toBeTruthy()
  expect(screen.queryByText('Luca Bressan')).toBeNull()
  expect(calls.filter(({ from, to }) => from && to)).toEqual([])
  await user.clear(screen.getByLabelText('To'))
  expect(await screen.findByText('Luca Bressan')).toBeTruthy()
})

test('an authorised member signs up to the entry that was read', async () => {
  const user = userEvent.setup()
  const { calls } = await open()
  await user.click(await screen.findByRole('button', { name: 'Sign now' }))
  expect(await screen.findByText(/You sign entries 2 to 5/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Sign up to 5' }))
  await waitFor(() => expect(calls).toContainEqual(expect.objectContaining({ action: 'signLogbook', upTo: 5 })))
})

test('a member without permission sees who can sign', async () => {
  await open('installerStaff')
  const sign = await screen.findByRole('button', { name: 'Sign now' })
  expect(sign.getAttribute('aria-disabled')).toBe('true')
  expect(sign.getAttribute('aria-description')).toContain('owner')
})

test('an empty logbook says when the first entry appears', async () => {
  await open('installerAdministrator', [], 0)
  expect(await screen.findByText('No entries yet')).toBeTruthy()
})

test('the logbook of an archived plant can neither be signed nor extended', async () => {
  await open('installerAdministrator', entries, 5, '2026-03-02T09:00:00.000Z')
  const sign = await screen.findByRole('button', { name: 'Sign now' })
  expect(sign.getAttribute('aria-description')).toContain('archived')
  expect(screen.queryByRole('button', { name: 'Add entry' })).toBeNull()
})

test('logbooks signed in turn lead from one dialog to the next', async () => {
  const otherId = '00000000-0000-4000-8000-000000000009'
  const dutyOf = (id: string, allowed = true) => ({ kind: 'signature', allowed, month: '2026-02', plant: { id } })
  const { router } = await renderInPlant(<LogbookPage />, plantWith(), ({ action }) => {
    if (action === 'getLogbookState') return stateOf()
    if (action === 'getWeek') return { duties: [dutyOf('other', false), dutyOf(otherId)] }
    return action === 'getLogbookDetails'
      ? { entries, total: 5, hidden: 0, head: { no: 5, hash }, soughtFrom: null, since: null }
      : { units: [] }
  })
  router.history.replace(`${router.history.location.pathname}?sign=2026-02&inTurn=1`)
  await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: 'Sign up to 5' }))
  await waitFor(() => expect(router.history.location.href).toBe(`/logbook/${otherId}?sign=2026-02&inTurn=1`))
})

test('a phone heads the entries by day, with time and number at the right', async () => {
  stubPhone()
  await open('installerStaff', [entry(2, { at: '2026-03-03T08:00:00.000Z' }), entry(1, {})])
  const lines = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('[data-part="list"] > li')].map(({ textContent }) => textContent ?? '')
    expect(found).toHaveLength(2)
    return found
  })
  expect(lines[0]).toMatch(/^Tue 3 Mar.*Service.*09:00.*2$/)
  expect(lines[1]).toMatch(/^Mon 2 Mar.*Service.*10:00.*1$/)
  expect(screen.queryByRole('button', { name: 'Sign now' })).toBeNull()
  screen.getByText('The installer administrator or the owner can sign.')
})

test('at the thumb a phone has the entry and the PDF, the sealed export stands in the menu', async () => {
  stubPhone()
  await open()
  await screen.findByRole('button', { name: 'Add entry' })
  const actions = document.querySelectorAll('[data-part="page-actions"] > :not([data-part])')
  expect([...actions].map(({ textContent }) => textContent)).toEqual(['PDF', 'Add entry'])
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('menuitem', { name: 'Sealed export' })
})
