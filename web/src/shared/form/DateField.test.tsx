import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { DateField } from './DateField.tsx'

let heldValue = ''
function Held({ begin, other = '' }: { begin: string; other?: string }) {
  const [value, setValue] = useState(begin)
  heldValue = value
  return (
    <>
      <DateField label="Ends" value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue(other)}>
        elsewhere
      </button>
    </>
  )
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Ends' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })

test('a date is shown and parsed in the language, and an invalid one is reported', async () => {
  await renderWithTexts(<Held begin="2026-11-30" />)
  expect(field().value).toBe('30/11/2026')
  type('1/12/2026')
  expect([heldValue, field().value]).toEqual(['2026-12-01', '1/12/2026'])
  type('31/11/2026')
  expect([heldValue, field().value]).toEqual(['', '31/11/2026'])
  expect(screen.queryByText(/31\/12\/2026/)).toBeNull()
  fireEvent.blur(field())
  expect(screen.getByText(/31\/12\/2026/)).toBeTruthy()
  type('')
  expect(heldValue).toBe('')
})

test('a two-digit year is completed when typing ends', async () => {
  await renderWithTexts(<Held begin="" />)
  type('30.11.20')
  expect(heldValue).toBe('')
  type('30.11.27')
  fireEvent.blur(field())
  expect(heldValue).toBe('2027-11-30')
})

test('a value set or cleared from outside updates the field', async () => {
  await renderWithTexts(<Held begin="2026-11-30" />)
  fireEvent.click(screen.getByRole('button', { name: 'elsewhere' }))
  await waitFor(() => expect(field().value).toBe(''))
  cleanup()
  await renderWithTexts(<Held begin="" other="2027-01-02" />)
  type('5/')
  fireEvent.click(screen.getByRole('button', { name: 'elsewhere' }))
  await waitFor(() => expect(field().value).toBe('02/01/2027'))
})

test('a day is chosen in the calendar, where keys also move by years', async () => {
  await renderWithTexts(<Held begin="2026-11-30" />)
  fireEvent.click(screen.getByRole('button', { name: 'Choose in the calendar' }))
  const day = await screen.findByRole('button', { name: /^Monday,? 30 November 2026$/ })
  expect(screen.getByRole('table', { name: 'November 2026' })).toBeTruthy()
  fireEvent.keyDown(day, { key: 'PageDown', shiftKey: true })
  fireEvent.click(await screen.findByRole('button', { name: /^Tuesday,? 30 November 2027$/ }))
  expect([heldValue, field().value]).toEqual(['2027-11-30', '30/11/2027'])
})
