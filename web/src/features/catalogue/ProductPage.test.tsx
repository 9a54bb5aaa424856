import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleProduct } from '../../testing/product.ts'
import { renderAt } from '../../testing/render.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

type Call = { action: string; productId?: string; familyId?: string }

/** The server for an anonymous visitor; returns the requested addresses. */
const server = () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    requests.push(String(address))
    if (address !== '/api') return Response.json({ data: null })
    const call = JSON.parse(String(init?.body)) as Call
    requests.push(call.action)
    if (call.productId === 'ST-24') return Response.json({ data: sampleProduct })
    if (call.familyId === 'STILE')
      return Response.json({ data: { family: sampleProduct.family, products: [sampleProduct.product] } })
    const error = (call.productId ?? '').length > 40 ? 'INVALID_INPUT' : 'PRODUCT_NOT_FOUND'
    return Response.json({ error, message: '', requestId: 'r1' }, { status: 404 })
  })
  return requests
}

test.each(['/products/ST-24', '/qr/ST-24'])('%s shows the product without sign-in', async (path) => {
  const requests = server()
  await renderAt(path)
  expect(await screen.findByRole('heading', { level: 1, name: 'Stile LED 24 W' })).toBeTruthy()
  expect(screen.getByText('LED, 1,150 lm, 24 W')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Drawing of Stile LED 24 W' })).toBeTruthy()
  const part = screen.getByRole('link', { name: /NiCd 7\.2 V/ })
  expect(part.getAttribute('href')).toBe('#/products/415.009')
  expect(part.textContent).toContain('Every 4 years')
  expect(requests.filter((one) => one.startsWith('/api/auth'))).toEqual([])
})

test.each(['NONE', 'x'.repeat(10_000)])('an unknown product code shows that there is no product', async (code) => {
  server()
  await renderAt(`/products/${code}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'No product with this code' })).toBeTruthy()
})

test('the language in the address applies to page and links and is not stored', async () => {
  server()
  const { router } = await renderAt('/products/ST-24?lang=de')
  expect(await screen.findByText('Bestellnummer')).toBeTruthy()
  expect(screen.getByRole('link', { name: /NiCd 7\.2 V/ }).getAttribute('href')).toBe('#/products/415.009?lang=de')
  expect(localStorage.getItem('vigilux.language')).toBeNull()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /Deutsch/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Polski' }))
  expect(await screen.findByText('Kod zamówienia')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toEqual({ lang: 'pl' }))
})

test('a family links to its products', async () => {
  server()
  await renderAt('/qrf/STILE')
  expect(await screen.findByRole('heading', { level: 1, name: 'Stile LED' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Stile LED 24 W/ }).getAttribute('href')).toBe('#/products/ST-24')
})
