import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { sampleProduct } from '../../testing/product.ts'
import { LampProduct } from './LampProduct.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (lamp: Partial<Lamp>, role: PlantRole = 'installerStaff') =>
  renderInPlant(
    <LampProduct lamp={{ cu: 'imagined_0A1B2C', id: 7, product_code: null, ...lamp } as Lamp} reported="7F10" />,
    plantWith({ plant: { role } }),
    ({ action, productId }) => {
      if (action !== 'getProductInfo') return {}
      return productId === 'ST-24' ? sampleProduct : refusal('PRODUCT_NOT_FOUND')
    },
  )

test('the lamp shows its product with links to page and manual', async () => {
  await open({ product_code: 'ST-24' })
  expect(await screen.findByText('Stile LED 24 W')).toBeTruthy()
  expect(screen.getByText('Code ST-24 · order VLX-ST-24')).toBeTruthy()
  expect(screen.getByText('Battery: 415.009 · NiCd 7.2 V 1.8 Ah')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Product page' }).getAttribute('href')).toBe('#/products/ST-24')
  expect(screen.getByRole('button', { name: 'Manual' })).toBeTruthy()
})

test('a product missing from the catalogue shows its code and can be named', async () => {
  const { calls } = await open({ product_code: '7F10' })
  expect(await screen.findByText('Unknown product')).toBeTruthy()
  expect(screen.getByText('The catalogue has no product 7F10.')).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Name it' }))
  const dialog = await screen.findByRole('dialog', { name: 'Name the product' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Product code' }), 'ST-24')
  expect(await within(dialog).findByText('Stile LED 24 W')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Set product' }))
  await vi.waitFor(() => expect(calls.map(({ action }) => action)).toContain('updateProductCode'))
  expect(calls.find(({ action }) => action === 'updateProductCode')).toMatchObject({
    plantId,
    lamps: [{ topic: 'imagined_0A1B2C', addr: [7] }],
    productCode: 'ST-24',
  })
})

test('a manually named product is marked and can be reset', async () => {
  const { calls } = await open({ product_code: 'ST-24', product_by_hand: true })
  expect(await screen.findByText('Set by hand; the lamp reports 7F10.')).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await user.click(await screen.findByRole('button', { name: 'Use what is reported' }))
  await vi.waitFor(() =>
    expect(calls.find(({ action }) => action === 'updateProductCode')).toMatchObject({ productCode: null }),
  )
})

test('a reader sees why the product cannot be named', async () => {
  await open({ product_code: 'ST-24' }, 'clientOwner')
  const button = await screen.findByRole('button', { name: 'Change' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-description')).toBeTruthy()
})
