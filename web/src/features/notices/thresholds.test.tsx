import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { defaultThresholds, type NoticeThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { ThresholdsCard } from './ThresholdsCard.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const storedThresholds: NoticeThresholds = {
  ...defaultThresholds,
  urgent: ['noCommunication'],
  silentAfterH: 12,
  version: 3,
}
const open = async (
  role: 'installerAdministrator' | 'clientOwner' = 'installerAdministrator',
  answers: Record<string, unknown> = {},
) => {
  const details = plantWith({ plant: { role } })
  const page = await renderInPlant(
    <ThresholdsCard plant={details.plant} />,
    details,
    ({ action }) => answers[action] ?? { thresholds: storedThresholds },
  )
  return { callsOf: () => page.calls.filter(({ action }) => action === 'saveNoticeThresholds') }
}
const change = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Change when members are notified' }))
  return within(await screen.findByRole('dialog'))
}
const hours = 'No communication: notified after this many hours'

test('every member sees urgent kinds, and others see why they cannot edit', async () => {
  await open('clientOwner')
  await screen.findByText('At any hour: Mains failure and No communication')
  const button = screen.getByRole('button', { name: 'Change when members are notified' })
  expect(button.getAttribute('aria-description')).toBe('Only the installer administrator changes this.')
  fireEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('thresholds and kinds are saved over the seen version', async () => {
  const { callsOf } = await open()
  const dialog = await change()
  fireEvent.change(dialog.getByRole('textbox', { name: hours }), { target: { value: '6' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Fault' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'No communication' }))
  expect(dialog.getByRole('checkbox', { name: 'Mains failure' })).toMatchObject({ checked: true, disabled: true })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsOf()).toEqual([
      { ...storedThresholds, action: 'saveNoticeThresholds', plantId, silentAfterH: 6, urgent: ['functionError'] },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a number out of bounds is marked at its field and not sent', async () => {
  const { callsOf } = await open()
  const dialog = await change()
  const field = dialog.getByRole('textbox', { name: hours })
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(callsOf()).toEqual([])
})

test('a conflicting save shows both versions', async () => {
  const now = { ...storedThresholds, urgent: ['proEnds'], version: 4 }
  await open('installerAdministrator', { saveNoticeThresholds: refusal('CHANGED_MEANWHILE', { now }) })
  const dialog = await change()
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Fault' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const row = within(await dialog.findByRole('alert')).getByRole('row', { name: /^Urgent/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['End of Pro', 'Fault\nNo communication'])
})
