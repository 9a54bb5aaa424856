import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { OwnerCard } from './OwnerCard.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an owner that failed to save keeps the input, and a retry saves it', async () => {
  const { plant } = plantWith()
  let attempts = 0
  const { calls } = await renderInPlant(<OwnerCard plant={plant} />, plantWith(), ({ action }) => {
    if (action !== 'aggiornaClienteImpianto') return {}
    attempts += 1
    return attempts === 1 ? refusal('INTERNAL_ERROR') : { version: 2 }
  })
  const person = userEvent.setup()
  await screen.findByText(/No owner defined/)
  await person.click(screen.getByRole('button', { name: 'Manage client' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByLabelText('Name of the owner'), 'Comune di Esempio')
  await person.click(dialog.getByRole('button', { name: 'Save owner data' }))
  await dialog.findByText('Error when saving owner data')
  expect(dialog.getByLabelText('Name of the owner')).toHaveProperty('value', 'Comune di Esempio')
  const save = dialog.getByRole('button', { name: 'Save owner data' })
  await vi.waitFor(() => expect(save).toHaveProperty('disabled', false))
  // The same input at once would be a double click, which is sent once.
  await person.type(dialog.getByLabelText('Phone of the owner'), '1')
  await person.click(save)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 5_000)
  const owner = { name: 'Comune di Esempio', email: '', phone: '1', piva: '' }
  const ownerCalls = calls.filter(({ action }) => action === 'aggiornaClienteImpianto')
  expect(ownerCalls.at(-1)).toMatchObject({ owner, version: 1 })
})

test('a member without permission reads the owner of the plant', async () => {
  const owner = { name: 'Comune di Esempio', email: 'ufficio@comune.vigilux.test', phone: '', piva: '' }
  const details = plantWith({ plant: { role: 'clientStaff', owner, hasOwner: true } })
  await renderInPlant(<OwnerCard plant={details.plant} />, details)
  await screen.findByText('Comune di Esempio')
  await userEvent.setup().click(screen.getByRole('button', { name: /Manage client/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
