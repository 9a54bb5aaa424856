import { act, fireEvent, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { ReasonButton } from './ReasonButton.tsx'

type Change = { loading?: boolean; blockedReason?: string }
let change: (to: Change) => void = () => undefined
const onPress = vi.fn()

function Changing() {
  const [now, setNow] = useState<Change>({})
  useEffect(() => {
    change = setNow
  }, [])
  return (
    <ReasonButton {...now} onClick={onPress}>
      Identify
    </ReasonButton>
  )
}

test('the button keeps the focus while loading or disabled', async () => {
  await renderWithTexts(<Changing />)
  const element = screen.getByRole('button', { name: 'Identify' })
  element.focus()
  fireEvent.click(element)
  for (const nextChange of [{ loading: true }, { blockedReason: 'It is blinking.' }, {}]) {
    act(() => change(nextChange))
    expect(document.activeElement).toBe(element)
    expect(element.hasAttribute('disabled')).toBe(false)
    if (Object.keys(nextChange).length > 0) fireEvent.click(element)
  }
  expect(onPress).toHaveBeenCalledTimes(1)
})

test('the button shows why it is disabled', async () => {
  await renderWithTexts(
    <ReasonButton blockedReason="The unit is offline." onClick={() => undefined}>
      Identify
    </ReasonButton>,
  )
  const element = screen.getByRole('button', { name: 'Identify' })
  expect(element.getAttribute('aria-disabled')).toBe('true')
  expect(element.getAttribute('aria-description')).toBe('The unit is offline.')
})
