import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Toasts } from '../../shared/feedback/Toasts.tsx'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { closeToasts } from '../../testing/toasts.ts'
import { ArchiveCards } from './ArchiveCards.tsx'
import { ArchivedBanner } from './ArchivedBanner.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const logbookExport = { url: '/api/files/export', name: 'logbook.jsonl', omitted: 2 }
const contents = { units: 3, lamps: 96, rooms: 12, members: 5, invitations: 1, tests: 40, entries: 595 }

test('the dialog lists losses and the logbook, and deletes only with the typed name', async () => {
  closeToasts()
  const details = plantWith()
  const page = (
    <>
      <ArchiveCards plant={details.plant} />
      <Toasts />
    </>
  )
  const { calls } = await renderInPlant(page, details, ({ action }) =>
    action === 'getPlantContents' ? { contents, restoreDays: 30 } : logbookExport,
  )
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: 'Delete plant' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('595')
  await dialog.findByText(/can be restored: 30/)
  await person.click(dialog.getByRole('button', { name: 'Export the logbook' }))
  await screen.findByText(/leaves out 2 visible entries/)
  const confirm = dialog.getByRole('button', { name: 'Delete plant' })
  expect(confirm).toHaveProperty('disabled', true)
  await person.type(dialog.getByRole('textbox'), 'Hotel Bellavista')
  await person.click(confirm)
  await vi.waitFor(() => expect(calls.map(({ action }) => action)).toContain('removePlant'))
})

test('archiving asks first', async () => {
  const details = plantWith()
  const { calls } = await renderInPlant(<ArchiveCards plant={details.plant} />, details)
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: 'Archive plant' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(calls.map(({ action }) => action)).not.toContain('archivePlant')
  await person.click(dialog.getByRole('button', { name: 'Archive plant' }))
  await vi.waitFor(() => expect(calls.map(({ action }) => action)).toContain('archivePlant'))
})

test('a member without permission gets no dialog', async () => {
  const details = plantWith({ plant: { role: 'installerStaff' } })
  await renderInPlant(<ArchiveCards plant={details.plant} />, details)
  for (const name of [/Archive plant/, /Delete plant/]) {
    await userEvent.setup().click(await screen.findByRole('button', { name }))
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})

test('an archived plant shows a banner with a link to restore it', async () => {
  const details = plantWith({ plant: { archived_at: '2026-03-02T09:00:00.000Z' } })
  await renderInPlant(<ArchivedBanner details={details} />, details)
  await screen.findByText(/Archived since/)
  await screen.findByRole('link', { name: 'Take out of the archive' })
})

test('the result of each unit is shown', async () => {
  const plant = {
    plant_id: '00000000-0000-4000-8000-000000000001',
    plantname: 'Old school',
    city: 'Merano',
    timezone: 'UTC',
    role: 'installerAdministrator' as const,
    deletedBy: 'Ada',
    units: 1,
    lamps: 2,
    deleted_at: '2026-03-02T09:00:00.000Z',
    restorable_until: '2026-04-01T09:00:00.000Z',
  }
  const unit = { topic: 'logica_0A1B2C', cu_type: 'logica', type_name: 'Logica', cu_id: '0A1B2C', description: 'Foyer' }
  await renderInPlant(<RestoreDialog plant={plant} onClose={() => undefined} />, plantWith(), () => ({
    plant_id: plant.plant_id,
    plantname: plant.plantname,
    units: [{ ...unit, became: 'elsewhere' }],
  }))
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Restore plant' }))
  await screen.findByText('Enrolled in another plant, where it stays')
})
