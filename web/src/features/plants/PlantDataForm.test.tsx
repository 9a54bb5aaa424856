import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { PlantDataForm } from './PlantDataForm.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each(['clientOwner', 'installerStaff'] as const)(
  '%s reads the plant data as text, without fields',
  async (role) => {
    const details = plantWith({ plant: { role, timezone: 'Europe/Rome' } })
    await renderInPlant(<PlantDataForm details={details} />, details)
    await screen.findByText('Only the installer administrator can change this.')
    screen.getByText('Europe/Rome')
    screen.getByText(details.plant.plantname)
    expect(screen.queryAllByRole('textbox')).toEqual([])
  },
)
