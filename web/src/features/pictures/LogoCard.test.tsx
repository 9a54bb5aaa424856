import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { LogoCard } from './LogoCard.tsx'

const show = (change: Partial<PlantDetails['plant']> = {}) => {
  const details = plantWith({ plant: change })
  return renderInPlant(<LogoCard plant={details.plant} />, details, ({ action }) =>
    action === 'uploadLogo' ? { url: '/files/leave', bytes: 1 } : {},
  )
}

test('a plant without a logo offers to choose one', async () => {
  await show()
  expect(await screen.findByText(/No logo yet/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Choose a picture' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})

test('a logo is shown and can be removed', async () => {
  const user = userEvent.setup()
  const { calls } = await show({ logo: '/pictures/one' })
  expect((await screen.findByRole('img')).getAttribute('src')).toBe('/pictures/one')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(calls).toContainEqual({ action: 'removeLogo', plantId }))
})

test('the upload states the size of the picture and refuses one that is too large', async () => {
  const user = userEvent.setup()
  const { calls, container } = await show()
  await screen.findByText(/No logo yet/)
  const input = container.querySelector('input[type=file]') as HTMLInputElement
  const large = new File([new Uint8Array(1)], 'large.png', { type: 'image/png' })
  Object.defineProperty(large, 'size', { value: 20_971_521 })
  await user.upload(input, large)
  expect(await screen.findByText(/large\.png was not attached/)).toBeTruthy()
  // A running upload blocks another one.
  await user.upload(input, new File([new Uint8Array(12)], 'logo.png', { type: 'image/png' }))
  await waitFor(() => expect(calls).toContainEqual({ action: 'uploadLogo', plantId, bytes: 12 }))
  expect(calls.filter(({ action }) => action === 'uploadLogo')).toHaveLength(1)
})

test('another role sees who can change the logo', async () => {
  await show({ role: 'installerReadOnly', logo: '/pictures/one' })
  const button = await screen.findByRole('button', { name: 'Replace' })
  expect(button.getAttribute('aria-description')).toMatch(/installer administrator/)
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})

test('an archived plant shows the logo read-only', async () => {
  await show({ logo: '/pictures/one', archived_at: '2026-03-02T09:00:00.000Z' })
  expect((await screen.findByRole('button', { name: /Replace/ })).getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})
