import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { plantWith, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { UnitsPage } from './UnitsPage.tsx'

test('people read the display name of a type, and its wire name filters', async () => {
  const units = [unitWith(), unitWith({ cu_id: '0F201', cu_type: 'radiofm', type_name: 'Radio FM' })]
  await renderInPlant(<UnitsPage />, plantWith({ units }))
  expect(await screen.findByRole('cell', { name: 'Radio FM' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Radio FM/ })).toBeTruthy()
  expect(screen.queryByText(/radiofm|imagined/)).toBeNull()
})
