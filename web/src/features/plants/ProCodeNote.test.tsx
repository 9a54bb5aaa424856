import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { AdvancedTab } from './AdvancedTab.tsx'
import { PlantDataForm } from './PlantDataForm.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const support = { email: 'help@operator.test', phone: '+39 0471 1' }
const answers = ({ action }: { action: string }) =>
  action === 'getProCodes' ? { codes: [] } : { user: { support, address: {} } }
const comesFrom = () => screen.findByText(/has 16 digits and is given out by the operator/)

test('a new Pro plant explains that the operator provides the code', async () => {
  const details = plantWith({ plant: { tier: 'basic', plant_type: 'basic' } })
  await renderInPlant(<PlantDataForm details={details} />, details, answers)
  await screen.findByText(/One central unit/)
  expect(screen.queryByText(/16 digits/)).toBeNull()
  await userEvent.setup().click(screen.getByRole('radio', { name: 'Pro' }))
  await comesFrom()
  const contact = await screen.findByRole('link', { name: support.email })
  expect(contact.getAttribute('href')).toBe(`mailto:${support.email}`)
})

test('the advanced tab explains where a code comes from', async () => {
  const details = plantWith({ plant: { tier: 'expired', pro_expiry: '2024-02-28T11:00:00.000Z' } })
  await renderInPlant(<AdvancedTab details={details} />, details, answers)
  await comesFrom()
  expect((await screen.findByRole('link', { name: support.phone })).getAttribute('href')).toBe('tel:+3904711')
})
