import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { AttachmentsCard } from './AttachmentsCard.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The card, with a selected file of a category. The request for an upload is refused. */
const choose = async (category: string, acceptedBefore: string | null = null) => {
  let accepted = acceptedBefore
  const details = plantWith()
  const page = await renderInPlant(<AttachmentsCard plant={details.plant} />, details, ({ action }) => {
    if (action === 'getAttachments') return { attachments: [] }
    if (action === 'saveDisclaimerPhoto') accepted = '2026-03-02T09:00:00.000Z'
    if (action === 'uploadAttachment') return refusal('ATTACHMENT_LIMIT', { limit: 20 })
    return { user: { disclaimerPhotoAccepted: accepted } }
  })
  await screen.findByText('No files are attached yet.')
  await waitFor(() => expect(page.queries.getQueryData(['getUserInfos', {}])).toBeDefined())
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Kind of file' }))
  await user.click(await screen.findByRole('option', { name: category }))
  const input = page.container.querySelector('input[type=file]')
  await user.upload(input as HTMLInputElement, new File([`seen ${acceptedBefore}`], 'hall.jpg', { type: 'image/jpeg' }))
  const listWrites = () => page.calls.map(({ action }) => action).filter((action) => !action.startsWith('get'))
  return { user, listWrites }
}
const dialog = () => screen.queryByRole('dialog', { name: 'Before your first photo or drawing' })

test('a photo is uploaded after the picture notice is accepted', async () => {
  const { user, listWrites } = await choose('Photo')
  expect(dialog()).not.toBeNull()
  expect(listWrites()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Accept and attach' }))
  await screen.findByText('hall.jpg was not attached.')
  expect(listWrites()).toEqual(['saveDisclaimerPhoto', 'uploadAttachment'])
  await waitFor(() => expect(dialog()).toBeNull())
})

test('a drawing is not uploaded if the picture notice is declined', async () => {
  const { user, listWrites } = await choose('Drawing')
  expect(dialog()).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(dialog()).toBeNull())
  expect(listWrites()).toEqual([])
})

test.each([
  ['Manual', null],
  ['Photo', '2026-01-01T09:00:00.000Z'],
])('no picture notice is shown before %s, accepted %s', async (category, accepted) => {
  const { listWrites } = await choose(category, accepted)
  await screen.findByText('hall.jpg was not attached.')
  expect(dialog()).toBeNull()
  expect(listWrites()).toEqual(['uploadAttachment'])
})
