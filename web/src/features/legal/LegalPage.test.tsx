import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The server for an anonymous visitor. */
const serveAnonymous = () => vi.stubGlobal('fetch', async () => Response.json({ data: null }))

test.each([
  ['/terms', 'Terms of use', 'Who stays responsible'],
  ['/privacy', 'Privacy', 'How long'],
])('%s is public with its version and effective date', async (path, title, section) => {
  serveAnonymous()
  await renderAt(path)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(screen.getByText(/^Version \d+, in force since .*2026$/)).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(7)
  expect(screen.getByRole('heading', { name: section })).toBeTruthy()
})

test('every public page links to both', async () => {
  serveAnonymous()
  await renderAt('/login')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('link', { name: 'Privacy' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeTruthy()
})
