import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Escalation, OpenEscalation } from '@vigilux/contract/features/notices/escalation.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { EscalationCard } from './EscalationCard.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const [ada, bruno, carla] = ['1', '2', '3'].map((end) => `00000000-0000-4000-8000-00000000001${end}`) as [
  string,
  string,
  string,
]
const user = (userid: string, name: string) => ({
  userid,
  name,
  role: 'installerStaff' as const,
  notifications: true,
  ends_on: null,
})
const storedEscalation: Escalation = {
  on: true,
  afterMinutes: 30,
  kinds: ['mainsFailure', 'functionError'],
  version: 4,
  people: [
    { userid: ada, name: 'Ada', isMember: true },
    { userid: bruno, name: 'Bruno', isMember: false },
  ],
}

const open = async (
  { role = 'installerAdministrator' as 'installerAdministrator' | 'clientOwner', escalation = storedEscalation } = {},
  answers: Record<string, () => unknown> = {},
) => {
  const details = plantWith({ plant: { role, plant_users: [user(ada, 'Ada'), user(carla, 'Carla')] as never } })
  const page = await renderInPlant(<EscalationCard plant={details.plant} />, details, ({ action }) =>
    answers[action]
      ? answers[action]()
      : action === 'getOpenEscalations'
        ? { escalations: [], total: 0 }
        : { escalation },
  )
  return { listSaves: (name = 'saveEscalation') => page.calls.filter(({ action }) => action === name) }
}
const change = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }))
  return screen.findByRole('dialog')
}
const names = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('listitem')
    .map((item) => item.textContent?.trim())

test('a member sees the order of people and former members but cannot edit', async () => {
  await open({ role: 'clientOwner' })
  await screen.findByText('Ada')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Ada'),
    expect.stringMatching(/Bruno.*no longer a member/),
  ])
  screen.getByText(/^The next person is notified after 30.min\.$/)
  screen.getByText('For: Mains failure and Fault')
  const button = screen.getByRole('button', { name: 'Change' })
  expect(button.getAttribute('aria-description')).toBe('Only the installer administrator changes this.')
  fireEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('people are reordered by buttons, removed and saved over the seen version', async () => {
  const { listSaves: callsOf } = await open()
  const dialog = await change()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Ada: later' }))
  expect(names(dialog)).toEqual([expect.stringContaining('Bruno'), 'Ada'])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Bruno: remove' }))
  expect(names(dialog)).toEqual(['Ada'])
  fireEvent.click(within(dialog).getByRole('combobox', { name: 'Add a member' }))
  expect(screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toContain('Carla')
  fireEvent.click(screen.getByRole('option', { name: 'Carla', hidden: true }))
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'No communication' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsOf()).toEqual([
      {
        action: 'saveEscalation',
        plantId,
        on: true,
        afterMinutes: 30,
        version: 4,
        people: [ada, carla],
        kinds: ['mainsFailure', 'functionError', 'noCommunication'],
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a conflicting save shows both versions', async () => {
  const now = { ...storedEscalation, people: [{ userid: carla, name: 'Carla', isMember: true }], version: 5 }
  await open({}, { saveEscalation: () => refusal('CHANGED_MEANWHILE', { now }) })
  const dialog = await change()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Ada: later' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  const problem = await within(dialog).findByRole('alert')
  const row = within(problem).getByRole('row', { name: /^People, in this order/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Carla', 'Bruno\nAda'])
})

test('an escalation without people or kinds warns that it notifies no person', async () => {
  await open({ escalation: { ...storedEscalation, people: [] } })
  await screen.findByText('Nobody is named, so nobody is notified.')
  cleanup()
  await open({ escalation: { ...storedEscalation, kinds: [] } })
  await screen.findByText('No kind is chosen, so nobody is notified.')
  cleanup()
  await open({ escalation: { ...storedEscalation, on: false } })
  await screen.findByText('Switched off')
})

describe('an open escalation', () => {
  const at = (minute: number) => `2026-03-02T09:${minute}:00.000Z`
  const openEscalation: OpenEscalation = {
    id: plantId,
    kind: 'functionError',
    causes: 2,
    unit: 'Main',
    addr: 7,
    since: at(10),
    notified: [{ userid: ada, name: 'Ada', at: at(11) }],
    next: { userid: bruno, name: 'Bruno', at: at(41) },
    acknowledged: null,
    ownNotice: carla,
  }
  const openEscalated = (change: Partial<OpenEscalation> = {}) =>
    open(
      { role: 'clientOwner' },
      { getOpenEscalations: () => ({ escalations: [{ ...openEscalation, ...change }], total: 1 }) },
    )

  test('shows its start and its notified and next people, and is acknowledged', async () => {
    const { listSaves } = await openEscalated()
    const article = await screen.findByRole('article', { name: 'Fault · Main · lamp 0007 · and 1 more' })
    within(article).getByText(/^Open since .*10:10/)
    expect(within(article).getByRole('listitem').textContent).toMatch(/^Ada was notified: .*10:11/)
    within(article).getByText(/^Next is Bruno: .*10:41/)
    fireEvent.click(within(article).getByRole('button', { name: /^Acknowledge: Fault/ }))
    await waitFor(() =>
      expect(listSaves('acknowledgeNotice')).toEqual([{ action: 'acknowledgeNotice', plantId, noticeId: carla }]),
    )
  })

  test('shows who acknowledged it, or that all were notified, without a button', async () => {
    await openEscalated({ next: null, acknowledged: { userid: ada, name: 'Ada', at: at(20) }, ownNotice: null })
    await screen.findByText(/^Acknowledged by Ada, .*10:20.*Nobody else is notified\.$/)
    expect(screen.queryByRole('button', { name: /^Acknowledge/ })).toBeNull()
    cleanup()
    await openEscalated({ next: null })
    await screen.findByText('Everyone was notified, and nobody has acknowledged it.')
  })
})
