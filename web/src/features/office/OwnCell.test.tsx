import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { OfficePlant } from '@vigilux/contract/features/office/office-plant.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { OwnCell } from './OwnCell.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const plant = (id: string, note: string) =>
  ({ plant_id: id, plantname: `Plant ${id}`, own: { contract: '', chain: '', note, version: 3 } }) as OfficePlant

const show = async (answer: (call: Record<string, unknown>) => Response) => {
  const calls: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    const call = JSON.parse(String(init?.body)) as Record<string, unknown>
    calls.push(call)
    return answer(call)
  })
  await renderWithTexts(
    <table>
      <tbody>
        {[plant('one', 'Calls'), plant('two', '')].map((row) => (
          <tr key={row.plant_id}>
            <td>
              <OwnCell plant={row} field="note" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  )
  return calls
}
const answerSave = () => Response.json({ data: { own: { contract: '', chain: '', note: 'x', version: 4 } } })
const edit = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole('button', { name: /Note of Plant one: Calls/ }))
  return screen.findByRole('textbox', { name: 'Note of Plant one' })
}

test('Enter saves over the opened version and moves down', async () => {
  const user = userEvent.setup()
  const calls = await show(answerSave)
  await user.type(await edit(user), ' at 15:00{Enter}')
  const officeFields = { contract: '', chain: '', note: 'Calls at 15:00', version: 3 }
  await waitFor(() => expect(calls).toEqual([{ action: 'saveSummaryPlants', plantId: 'one', ...officeFields }]))
  expect(await screen.findByRole('textbox', { name: 'Note of Plant two' })).toBeTruthy()
})

test('Escape reverts, and an unchanged value is not sent', async () => {
  const user = userEvent.setup()
  const calls = await show(answerSave)
  await user.type(await edit(user), ' no{Escape}')
  expect(await screen.findByRole('button', { name: /Note of Plant one: Calls/ })).toBeTruthy()
  await user.type(await edit(user), '{Enter}')
  await screen.findByRole('textbox', { name: 'Note of Plant two' })
  expect(calls).toEqual([])
})

test('a conflicting save shows a message and keeps the input', async () => {
  const user = userEvent.setup()
  await show(() => Response.json({ error: 'CHANGED_MEANWHILE', message: '', requestId: 'r' }, { status: 409 }))
  const field = await edit(user)
  await user.type(field, '!{Enter}')
  expect(await screen.findByText(/A colleague changed this first/)).toBeTruthy()
  expect((field as HTMLInputElement).value).toBe('Calls!')
})
