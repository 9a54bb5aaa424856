import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ShownRows } from '../../shared/table/shown-rows.ts'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { ImportTexts } from './ImportTexts.tsx'
import { TextCell } from './TextCell.tsx'
import { setEditingTexts } from './text-edits.ts'

afterEach(() => {
  cleanup()
  act(() => setEditingTexts(false))
  vi.unstubAllGlobals()
})

const topic = 'imagined_0A1B2C'
const lampWith = (id: number): Lamp =>
  ({ cu: topic, id, serial: `S${id}`, description: `D${id}`, location: '', version: 1 }) as Lamp

type Call = { action: string } & Record<string, unknown>
let reportLamps: (lamps: Lamp[]) => void = () => undefined

function List() {
  const [lamps, setLamps] = useState([5, 2, 8].map(lampWith))
  reportLamps = setLamps
  return (
    <>
      <ImportTexts />
      <ShownRows value={lamps}>
        <table>
          <tbody>
            {lamps.map((lamp) => (
              <tr key={lamp.id}>
                <td>
                  <TextCell lamp={lamp} field="description" />
                </td>
                <td>
                  <TextCell lamp={lamp} field="location" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ShownRows>
    </>
  )
}

const revision = (lamps = 1) => ({
  id: '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a',
  kind: 'typed',
  at: '2026-03-02T09:00:00.000Z',
  by: 'Ada',
  lamps,
  undone_at: null,
  undone_by: null,
})
const open = async (answers: (call: Call) => unknown = () => ({ revision: revision() }), plant = plantWith()) => {
  const page = await renderInPlant(<List />, plant, answers)
  fireEvent.click(await screen.findByRole('button', { name: 'Edit names' }))
  if (plant.plant.role === 'installerAdministrator') await screen.findAllByRole('textbox')
  return { ...page, listSaves: () => page.calls.filter(({ action }) => action === 'saveLampTexts') }
}
const field = (id: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Description of lamp 000${id} of unit 0A1B2C` })
const type = (id: number, value: string) => fireEvent.change(field(id), { target: { value } })
const press = (id: number, key: string) => fireEvent.keyDown(field(id), { key })

test('Enter saves and moves down, Escape reverts, and an unchanged text is not sent', async () => {
  const { listSaves, calls } = await open()
  field(5).focus()
  type(5, 'Door ')
  press(5, 'Enter')
  expect(document.activeElement).toBe(field(2))
  await waitFor(() => expect(listSaves()).toHaveLength(1))
  expect(listSaves()[0]).toMatchObject({ kind: 'typed', rows: [{ topic, addr: 5, description: 'Door', version: 1 }] })
  type(2, 'Wrong')
  press(2, 'Escape')
  expect(field(2).value).toBe('D2')
  press(2, 'Enter')
  expect(document.activeElement).toBe(field(8))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo: lamp 0005' }))
  await waitFor(() => expect(calls.some(({ action }) => action === 'undoLampTexts')).toBe(true))
  expect(listSaves()).toHaveLength(1)
})

test('a conflict in another text is overwritten, and in the same text both are offered', async () => {
  let now = { description: 'D5', location: 'Theirs', version: 4 }
  const { listSaves } = await open(({ rows }) => {
    const [row] = rows as { version: number }[]
    return row?.version === now.version
      ? { revision: revision() }
      : refusal('CHANGED_MEANWHILE', { rows: [{ row: 1, topic, addr: 5, now }], count: 1 })
  })
  type(5, 'Door')
  press(5, 'Enter')
  await waitFor(() => expect(listSaves()).toHaveLength(2))
  expect(screen.queryByRole('dialog')).toBeNull()
  now = { description: 'Theirs', location: '', version: 6 }
  type(5, 'Gate')
  press(5, 'Enter')
  expect(await screen.findByText('Theirs')).toBeDefined()
  expect(listSaves()).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(listSaves()).toHaveLength(4))
  expect(listSaves()[3]).toMatchObject({ rows: [{ addr: 5, description: 'Gate', version: 6 }] })
})

test('typed text stays while other lamps are updated', async () => {
  await open()
  type(5, 'Half a w')
  act(() => reportLamps([5, 2, 8].map((id) => ({ ...lampWith(id), description: 'Told' }))))
  expect([field(5).value, field(2).value]).toEqual(['Half a w', 'Told'])
})

test('a pasted block fills down after a preview, and excess cells are named', async () => {
  const { listSaves } = await open(() => ({ revision: revision(2) }))
  fireEvent.paste(field(2), { clipboardData: { getData: () => 'Gate\tHall\nExit\nBeyond\n' } })
  expect(await screen.findByText('1 row does not fit and is left out: Beyond')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Write 2 lamps' }))
  expect(await screen.findByText('2 lamps have new texts.')).toBeDefined()
  expect(listSaves()[0]?.rows).toEqual([
    { topic, addr: 2, description: 'Gate', location: 'Hall', version: 1 },
    { topic, addr: 8, description: 'Exit', location: '', version: 1 },
  ])
})

test('a reader sees no field', async () => {
  await open(undefined, plantWith({ plant: { role: 'installerReadOnly' } }))
  expect(screen.getByRole('button', { name: 'Edit names' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText('D5')).toBeDefined()
})
