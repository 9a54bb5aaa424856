import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import { RolesDialog } from './RolesDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the dialog shows the permissions of each role with their labels', async () => {
  await renderInPlant(<RolesDialog own="clientOwner" onClose={() => undefined} />, plantWith({}))
  const table = await screen.findByRole('table', { name: 'Who may do what' })
  const rowOf = (name: string) =>
    within(within(table).getByRole('rowheader', { name }).closest('tr') as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(rowOf('Invite and remove members, enter the owner')).toEqual(['yes', 'no', 'no', 'own delegates only', 'no'])
  expect(rowOf('See prices')).toEqual(['yes', 'yes', 'yes', 'where shown', 'where shown'])
  expect(within(table).getByRole('columnheader', { name: 'Client owner (you)' })).toBeTruthy()
})

test('roles are read one by one on a phone, starting with the own role', async () => {
  stubPhone()
  await renderInPlant(<RolesDialog own="clientOwner" onClose={() => undefined} />, plantWith({}))
  const readAllowed = () => within(screen.getByRole('region', { name: 'May' })).getAllByRole('listitem')
  const role = await screen.findByRole('combobox', { name: 'Role' })
  expect(readAllowed().map(({ textContent }) => textContent)).toContain('Sign the logbook and verifications')
  expect(screen.getByText(/Invite and remove members, enter the owner \(own delegates only\)/)).toBeTruthy()
  await userEvent.selectOptions(role, 'Installer administrator')
  expect(screen.queryByRole('region', { name: 'May not' })).toBeNull()
})
