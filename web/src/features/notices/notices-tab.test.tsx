import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { NoticeDelivery, NoticeSettings } from '@vigilux/contract/features/notices/notice.ts'
import { defaultThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { NoticesTab } from './NoticesTab.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const settings: NoticeSettings = {
  on: true,
  rhythm: 'each',
  quiet: null,
  kinds: [
    { kind: 'mainsFailure', mail: true, push: true },
    { kind: 'testOverdue', mail: true, push: false },
  ],
}
const delivery: NoticeDelivery = {
  id: '00000000-0000-4000-8000-000000000009',
  at: '2026-03-02T09:00:00.000Z',
  kind: 'mainsFailure',
  causes: 1,
  unit: 'Main',
  addr: null,
  person: { userid: plantId, name: 'Ada' },
  channel: 'push',
  state: 'refused',
  stateAt: '2026-03-02T09:00:05.000Z',
  tries: 1,
  answer: '410 gone',
  escalation: { step: 2, of: 3 },
  urgent: false,
}
const counts = { waiting: 0, handed: 0, taken: 0, refused: 1, withdrawn: 0 }

const open = async (role: 'installerAdministrator' | 'clientOwner', answers: Record<string, unknown> = {}) => {
  const details = plantWith({ plant: { role } })
  const page = await renderInPlant(<NoticesTab plant={details.plant} />, details, ({ action }) => {
    const all: Record<string, unknown> = {
      getNoticeSettings: { plantOn: true, settings },
      getEscalation: { escalation: { on: false, afterMinutes: 30, kinds: [], people: [], version: 0 } },
      getOpenEscalations: { escalations: [], total: 0 },
      getNoticeThresholds: { thresholds: defaultThresholds },
      getNoticeHistory: { deliveries: [delivery], total: 1, counts },
      ...answers,
    }
    return all[action] ?? {}
  })
  return { listSaves: (name: string) => page.calls.filter(({ action }) => action === name) }
}
const findMembersSwitch = () =>
  screen.findByRole<HTMLInputElement>('switch', { name: /^Members are notified about this plant/ })
const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })

test('each kind is chosen per channel, and a press saves only this choice', async () => {
  const { listSaves } = await open('clientOwner')
  expect((await box('Mains failure, and when the mains are restored: by e-mail')).checked).toBe(true)
  expect((await box(/^Test overdue: 3 days after its date: in the browser$/)).checked).toBe(false)
  fireEvent.click(await box(/^Test overdue: 3 days after its date: in the browser$/))
  await waitFor(() =>
    expect(listSaves('saveNotificationsOnProfile')).toEqual([
      { action: 'saveNotificationsOnProfile', plantId, kinds: [{ kind: 'testOverdue', push: true }] },
    ]),
  )
})

test('each kind shows the threshold and urgency of the plant', async () => {
  await open('clientOwner', {
    getNoticeSettings: {
      plantOn: true,
      settings: {
        ...settings,
        kinds: (['mainsFailure', 'functionError', 'noCommunication', 'testOverdue', 'proEnds'] as const).map(
          (kind) => ({ kind, mail: true, push: true }),
        ),
      },
    },
    getNoticeThresholds: {
      thresholds: {
        ...defaultThresholds,
        silentAfterH: 6,
        overdueAfterDays: 10,
        proDays: 7,
        urgent: ['functionError', 'testOverdue'],
        faultLamps: 5,
      },
    },
  })
  await screen.findByText(/^No communication for more than 6.h, and when it is restored$/)
  screen.getByText('End of Pro, days before: 7, 1')
  const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/Urgent: also in quiet hours$/)
  expect(rows[1]).toMatch(/if so many lamps fail at once: 5$/)
  expect(rows[2]).toMatch(/restored$/)
  expect(rows[3]).toMatch(/^Test overdue: 10 days after its date.*Urgent: also in quiet hours$/)
})

test('a switched-off parent disables all kinds', async () => {
  await open('clientOwner', { getNoticeSettings: { plantOn: true, settings: { ...settings, on: false } } })
  expect((await box('Mains failure, and when the mains are restored: by e-mail')).disabled).toBe(true)
})

test('a refusal shows an error, and the box keeps its state', async () => {
  await open('clientOwner', { saveNotificationsOnProfile: refusal('NOT_ALLOWED') })
  fireEvent.click(await box('Mains failure, and when the mains are restored: in the browser'))
  await screen.findByRole('alert')
  expect((await box('Mains failure, and when the mains are restored: in the browser')).checked).toBe(true)
})

test('administrators switch the whole plant and see receivers in the history', async () => {
  const { listSaves } = await open('installerAdministrator')
  fireEvent.click(await findMembersSwitch())
  await waitFor(() => expect(listSaves('updatePlant')).toMatchObject([{ plantId, plant: { notifications: false } }]))
  await screen.findByText('Ada')
  screen.getByText(/410 gone/)
  screen.getByText('Main · Escalation, 2 of 3')
})

test('other members see the switch disabled with a reason and their own history', async () => {
  await open('clientOwner')
  expect(await findMembersSwitch()).toMatchObject({ checked: true, disabled: true })
  screen.getByText('Only the installer administrator changes this.')
  await screen.findByText(/410 gone/)
  expect(screen.queryByText('Ada')).toBeNull()
})
