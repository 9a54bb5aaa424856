import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { ChipRoom } from './ChipRoom.tsx'
import { FilterChip } from './FilterChip.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const chips = (['emergency', 'error', 'offline', 'ok'] as const).map((id, at) => ({
  id,
  label: `State ${id}`,
  state: id,
  count: at + 1,
}))

function Row() {
  const [active, setActive] = useState('')
  return (
    <fieldset>
      {chips.map((chip) => (
        <FilterChip key={chip.id} {...chip} active={active === chip.id} onClick={() => setActive(chip.id)} />
      ))}
      <ChipRoom chips={chips} active={active} choose={setActive} />
    </fieldset>
  )
}

/** A chip is 100 wide with its label and 40 without; the menu's button is 60. */
const showIn = (width: number) => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function sum(this: HTMLElement) {
    const shown = [...this.querySelectorAll<HTMLElement>('button')].filter(({ hidden }) => !hidden)
    const widthOf = (button: HTMLElement) => (button.dataset.chip ? ('tight' in this.dataset ? 40 : 100) : 60)
    return shown.reduce((total, button) => total + widthOf(button), 0)
  })
  return renderWithTexts(<Row />)
}
const listShown = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

test.each([
  [400, undefined],
  [160, ''],
])('in %i px all chips are in the row', async (width, tight) => {
  await showIn(width)
  expect(listShown()).toEqual(['State emergency1', 'State error2', 'State offline3', 'State ok4'])
  expect(screen.getByRole('group').dataset.tight).toBe(tight)
})

test('the last chips without room are in a menu, and the chosen one returns to the row', async () => {
  await showIn(150)
  expect(listShown()).toEqual(['State emergency1', 'State error2', 'More'])
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['State offline3', 'State ok4'])
  fireEvent.click(screen.getByRole('menuitem', { name: /State ok/ }))
  await vi.waitFor(() => expect(listShown()).toEqual(['State emergency1', 'State ok4', 'More']))
})
