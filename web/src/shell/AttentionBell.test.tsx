import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../testing/plant.tsx'
import { AttentionBell } from './AttentionBell.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  { total: 16, name: /^Needs attention ?16$/ },
  { total: 0, name: /^Needs attention$/ },
])('the bell opens what needs attention and counts $total causes', async ({ total, name }) => {
  await renderInPlant(<AttentionBell />, plantWith(), ({ action }) => (action === 'getAttention' ? { total } : {}))
  const bell = await screen.findByRole('link', { name })
  expect(bell.getAttribute('href')).toContain('/attention')
})
