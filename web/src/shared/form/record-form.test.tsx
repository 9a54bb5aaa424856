import { TextInput } from '@mantine/core'
import { cleanup, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { ApiFailure } from '@vigilux/client/failure.ts'
import { act, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { renderWithTexts } from '../../testing/render.tsx'
import { useToasts } from '../feedback/toast.ts'
import { useRecordForm, type Versioned } from './record-form.tsx'

type Note = Versioned<{ name: string; place: string }>
const save = vi.fn<(values: Note) => Promise<Note>>()

function NoteForm({ storedNote }: { storedNote: Note }) {
  const labels = { name: 'Name', place: 'Place' }
  const { form, submit, trouble } = useRecordForm({
    schema: z.object({ name: z.string(), place: z.string() }),
    stored: storedNote,
    labels,
    save,
  })
  return (
    <form onSubmit={submit}>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Place" {...form.getInputProps('place')} />
      {trouble}
      <button type="submit">Save</button>
    </form>
  )
}

let storeNote: (storedNote: Note) => void
/** The form of a record with live updates by the server. */
function Live() {
  const [storedNote, setStored] = useState(note('Old', 1))
  storeNote = setStored
  return <NoteForm storedNote={storedNote} />
}

const note = (name: string, version: number): Note => ({ name, place: 'Hall', version })
const nameField = () => screen.getByLabelText<HTMLInputElement>('Name')

/** A person types a name over version 1, while another saves a name in version 2. */
const typedOver = async () => {
  save.mockReset()
  await renderWithTexts(<Live />)
  const user = userEvent.setup()
  await user.clear(nameField())
  await user.type(nameField(), 'Mine')
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { press }
}
const shownRows = () =>
  screen.getAllByRole('row').map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
const bothTexts = [
  ['', 'Saved', 'Yours'],
  ['Name', 'Theirs', 'Mine'],
]
const failChanged = (now: Note) => Promise.reject(new ApiFailure('CHANGED_MEANWHILE', 409, { details: { now } }))

test('the form shows both texts after a conflict, and Keep mine overwrites', async () => {
  const { press } = await typedOver()
  save.mockImplementationOnce(() => failChanged(note('Theirs', 2)))
  await press('Save')
  await screen.findByRole('alert')
  expect(shownRows()).toEqual(bothTexts)
  expect(nameField().value).toBe('Mine')
  await press('Keep mine')
  expect(screen.queryByRole('alert')).toBeNull()
  save.mockImplementationOnce(async (values) => ({ ...values, version: 3 }))
  await press('Save')
  expect(save.mock.calls.map(([values]) => [values.name, values.version])).toEqual([
    ['Mine', 1],
    ['Mine', 2],
  ])
})

test('the form shows both texts as soon as another save is reported', async () => {
  const { press } = await typedOver()
  await act(async () => storeNote(note('Theirs', 2)))
  expect(shownRows()).toEqual(bothTexts)
  await press('Use what is saved')
  expect([nameField().value, save.mock.calls]).toEqual(['Theirs', []])
})

test('the form adopts other saves while nothing is typed', async () => {
  await renderWithTexts(<Live />)
  await act(async () => storeNote(note('Theirs', 2)))
  expect(nameField().value).toBe('Theirs')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the form adopts the saved text on request and continues from it', async () => {
  const { press } = await typedOver()
  save.mockImplementationOnce(() => failChanged(note('Theirs', 2)))
  await press('Save')
  await screen.findByRole('alert')
  await press('Use what is saved')
  expect(nameField().value).toBe('Theirs')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('input typed while a save runs stays in its field, unsaved', async () => {
  const { press } = await typedOver()
  const answer = Promise.withResolvers<Note>()
  save.mockImplementationOnce(() => answer.promise)
  await press('Save')
  const placeField = screen.getByLabelText<HTMLInputElement>('Place')
  await userEvent.setup().type(placeField, ' 2')
  await act(async () => answer.resolve(note('Mine', 2)))
  expect([nameField().value, placeField.value]).toEqual(['Mine', 'Hall 2'])
  save.mockImplementationOnce(async (values) => ({ ...values, version: 3 }))
  await press('Save')
  expect(save.mock.lastCall?.[0]).toEqual({ name: 'Mine', place: 'Hall 2', version: 2 })
})

test('a save refused after the form was left is reported in a toast', async () => {
  const { press } = await typedOver()
  const answer = Promise.withResolvers<Note>()
  save.mockImplementationOnce(() => answer.promise)
  await press('Save')
  cleanup()
  answer.reject(new ApiFailure('UNIT_NOT_FOUND', 404))
  const { result } = renderHook(useToasts)
  await waitFor(() => expect(result.current.at(-1)).toMatchObject({ message: expect.stringContaining('unit') }))
})

test('the form shows the reason of other refusals and keeps the input', async () => {
  const { press } = await typedOver()
  save.mockImplementationOnce(() => Promise.reject(new ApiFailure('UNIT_NOT_FOUND', 404)))
  await press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('not in the plant')
  expect(nameField().value).toBe('Mine')
})
