import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderWithTexts } from '../testing/render.tsx'
import { Keys } from './Keys.tsx'

test('a question mark lists the keys, except when typed in a field', async () => {
  await renderWithTexts(
    <>
      <Keys />
      <input aria-label="text" />
    </>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('text'), 'why?')
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByLabelText('text').blur()
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keys' })
  expect(dialog.textContent).toContain('CtrlKSearch everywhere')
})
