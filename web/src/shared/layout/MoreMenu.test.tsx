import { Menu } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { stubMedia } from '../../testing/screen-width.ts'
import { MoreMenu } from './MoreMenu.tsx'

afterEach(() => void vi.unstubAllGlobals())

const onPhone = (isPhone: boolean) => {
  const matches = (media: string) => isPhone && media.includes('max-width')
  stubMedia(matches)
}

test.each([
  [true, '0px'],
  [false, ''],
])('on a phone (%s) the actions stand at the thumb; keys choose, and the focus returns', async (isPhone, bottom) => {
  onPhone(isPhone)
  const choose = vi.fn()
  await renderWithTexts(
    <MoreMenu>
      <Menu.Item>First</Menu.Item>
      <Menu.Item onClick={choose}>Second</Menu.Item>
    </MoreMenu>,
  )
  const user = userEvent.setup({ delay: null })
  const button = screen.getByRole('button', { name: 'More' })
  await user.click(button)
  const sheet = await screen.findByRole('menu')
  expect(sheet.style.bottom).toBe(bottom)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
  await user.keyboard('{Enter}')
  await screen.findByRole('menu')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('First'))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(choose).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(document.activeElement).toBe(button))
})
