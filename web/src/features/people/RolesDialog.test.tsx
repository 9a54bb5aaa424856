import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { RolesDialog } from './RolesDialog.tsx'

afterEach(cleanup)

test('says who may do what, with the parts that have words of their own', async () => {
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
