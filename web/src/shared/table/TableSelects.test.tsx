import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { stubPhone } from '../../testing/screen-width.ts'
import { TableSelects } from './TableSelects.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = <input aria-label="Type" />

test('on a desk the fields are in the bar', async () => {
  await renderWithTexts(<TableSelects fields={field} inUse={0} />)
  expect(screen.getByLabelText('Type')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('on a phone a button counts the fields in use and opens them as a sheet', async () => {
  stubPhone()
  await renderWithTexts(<TableSelects fields={field} inUse={2} />)
  expect(screen.queryByLabelText('Type')).toBeNull()
  const button = screen.getByRole('button', { name: /^Filters ?2$/ })
  expect(button.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(button)
  expect(await screen.findByLabelText('Type')).toBeTruthy()
})
