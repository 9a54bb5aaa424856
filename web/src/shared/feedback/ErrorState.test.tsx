import { screen } from '@testing-library/react'
import { ApiFailure } from '@vigilux/client/failure.ts'
import { expect, test, vi } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { ErrorState } from './ErrorState.tsx'

const failed = (code: string, status: number) => new ApiFailure(code, status, { requestId: 'r-1' })

test('the state shows what failed and offers a retry', async () => {
  const retry = vi.fn()
  await renderWithTexts(<ErrorState error={failed('INTERNAL', 500)} retry={retry} />)
  expect(screen.getByRole('heading').textContent).toBe('This did not work')
  screen.getByRole('button', { name: 'Try again' }).click()
  expect(retry).toHaveBeenCalledOnce()
})

test('an invalid address shows a missing page without a retry', async () => {
  await renderWithTexts(<ErrorState error={failed('INVALID_INPUT', 400)} retry={vi.fn()} />)
  expect(screen.getByRole('heading').textContent).toBe('Page not found')
  expect(screen.getByRole('alert').textContent).toContain('There is no page at this address. Check the link.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
