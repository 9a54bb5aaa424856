import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { DateTimeField } from './DateTimeField.tsx'

let heldValue = ''
function Held({ begin }: { begin: string }) {
  const [value, setValue] = useState(begin)
  heldValue = value
  return <DateTimeField label="Next" timeZone="Europe/Rome" value={value} onChange={setValue} />
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('the field shows and parses input and is empty until it is complete', async () => {
  await renderWithTexts(<Held begin="2026-11-30T06:00" />)
  expect([field('Next: date').value, field('Next: time').value]).toEqual(['30/11/2026', '06:00'])
  fireEvent.change(field('Next: date'), { target: { value: '1/12/2026' } })
  expect(heldValue).toBe('2026-12-01T06:00')
  fireEvent.change(field('Next: time'), { target: { value: '25:00' } })
  expect(heldValue).toBe('')
  fireEvent.blur(field('Next: time'))
  expect(screen.getByRole('alert').textContent).toContain('31/12/2026')
  fireEvent.change(field('Next: time'), { target: { value: '7.30' } })
  expect(heldValue).toBe('2026-12-01T07:30')
})

test('a day is chosen in the calendar, also by arrow keys', async () => {
  await renderWithTexts(<Held begin="2026-11-30T06:00" />)
  fireEvent.click(screen.getByRole('button', { name: 'Choose in the calendar' }))
  const day = await screen.findByRole('button', { name: /^Monday,? 30 November 2026$/ })
  fireEvent.keyDown(day, { key: 'ArrowRight' })
  fireEvent.click(await screen.findByRole('button', { name: /^Tuesday,? 1 December 2026$/ }))
  expect(heldValue).toBe('2026-12-01T06:00')
})
