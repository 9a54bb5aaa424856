import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { SelectionBar } from './SelectionBar.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const nothing = () => undefined

test('actions beyond the first row are shown on request', async () => {
  const observed: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(resized: () => void) {
        observed.push(resized)
      }
      observe() {}
      disconnect() {}
    },
  )
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(38)
  await renderWithTexts(
    <SelectionBar count={2} unseen={0} all={2} onAll={nothing} onClear={nothing}>
      <button type="button">Identify</button>
    </SelectionBar>,
  )
  const [resized] = observed
  act(() => resized?.())
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
  height.mockReturnValue(76)
  act(() => resized?.())
  const more = screen.getByRole('button', { name: 'More', expanded: false })
  const row = screen.getByRole('button', { name: 'Identify' }).closest('[data-open]')
  expect(row).toBeNull()
  fireEvent.click(more)
  expect(more.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('button', { name: 'Identify' }).closest('[data-open]')).not.toBeNull()
})
