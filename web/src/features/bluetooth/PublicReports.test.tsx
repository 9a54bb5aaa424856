import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { actionKey } from '../../shared/api/use-action.ts'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { PublicReports } from './PublicReports.tsx'

const bleReport = {
  id: '00000000-0000-4000-8000-00000000000a',
  state: 'open',
  madeAt: '2026-03-02T09:00:00.000Z',
  madeBy: 'Ada Neri',
  expiresAt: '2026-04-01T09:00:00.000Z',
  revokedAt: null,
  revokedBy: null,
  gateways: 1,
  devices: 12,
}
const ended = { ...bleReport, id: '00000000-0000-4000-8000-00000000000b', state: 'revoked', revokedBy: 'Bo Berg' }

const open = (answers: Record<string, unknown> = {}, hasGateway = true) =>
  renderInPlant(
    <PublicReports hasGateway={hasGateway} />,
    plantWith(),
    ({ action }) => answers[action] ?? { reports: [bleReport, ended] },
  )

test('the list shows authors and offers to revoke open reports only', async () => {
  const user = userEvent.setup()
  const { calls } = await open({ revokeBleReport: { bleReport: ended } })
  expect(await screen.findByText('Revoked by Bo Berg')).toBeTruthy()
  expect(screen.getAllByText('Ada Neri')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: /^Revoke the report of/ }))
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(calls).toContainEqual({ action: 'revokeBleReport', plantId, reportId: bleReport.id }))
})

test('a new report shows its link only once', async () => {
  const user = userEvent.setup()
  const { calls } = await open({ createBleReport: { bleReport, report: 'TheName' } })
  await user.click(await screen.findByRole('button', { name: 'Make a public report' }))
  const buttons = await screen.findAllByRole('button', { name: 'Make a public report' })
  await user.click(buttons.at(-1) as HTMLElement)
  const link = (await screen.findByRole('textbox', { name: 'Link to the report' })) as HTMLInputElement
  expect(link.value).toMatch(new RegExp(`#/blereport/${plantId}/TheName$`))
  expect(calls).toContainEqual(expect.objectContaining({ action: 'createBleReport', plantId, days: 30 }))
})

test('a refused report explains the limit', async () => {
  const user = userEvent.setup()
  await open({ createBleReport: refusal('BLE_REPORT_LIMIT', { limit: 20 }) })
  await user.click(await screen.findByRole('button', { name: 'Make a public report' }))
  const buttons = await screen.findAllByRole('button', { name: 'Make a public report' })
  await user.click(buttons.at(-1) as HTMLElement)
  expect(await screen.findByText('A plant has at most 20 open public reports. Revoke one first.')).toBeTruthy()
})

test('the card is hidden without a gateway and a report', async () => {
  const { queries } = await open({ getBleReports: { reports: [] } }, false)
  await waitFor(() => expect(queries.getQueryData(actionKey('getBleReports', { plantId }))).toBeTruthy())
  expect(screen.queryByText('Public reports')).toBeNull()
})

test('the form is disabled without a gateway', async () => {
  await open({}, false)
  const button = await screen.findByRole('button', { name: 'Make a public report' })
  expect(button.getAttribute('aria-description')).toBe('This plant has no gateway to report on.')
})

test('an archived plant disables new reports with a reason', async () => {
  await renderInPlant(<PublicReports hasGateway />, plantWith({ plant: { archived_at: bleReport.madeAt } }), () => ({
    reports: [bleReport],
  }))
  const button = await screen.findByRole('button', { name: 'Make a public report' })
  expect(button.getAttribute('aria-description')).toMatch(/archived/)
})
