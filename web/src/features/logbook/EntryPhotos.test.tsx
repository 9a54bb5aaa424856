import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { EntryPhotos } from './EntryPhotos.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = '2026-03-02T09:00:00.000Z'
const entry = (no: number, change: Partial<LogbookEntry>): LogbookEntry => ({
  no,
  id: crypto.randomUUID(),
  kind: 'defect',
  at,
  recordedAt: at,
  cu: null,
  lamp: null,
  serial: null,
  testId: null,
  corrects: null,
  about: null,
  by: 'Ada',
  person: null,
  facts: {},
  text: '',
  result: null,
  clockWrong: false,
  correctedBy: null,
  correctable: false,
  ignored: false,
  notes: 0,
  afterSignature: false,
  hash: 'ab'.repeat(32),
  ...change,
})
const photo = entry(2, { kind: 'photo', about: 1 })

test('a photo is loaded on request', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }))
  const { calls } = await renderInPlant(
    <EntryPhotos entry={entry(1, {})} photos={[photo]} />,
    plantWith({ plant: { role: 'clientOwner' } }),
    ({ action }) => (action === 'downloadEntryPhoto' ? new Response('{}', { status: 404 }) : {}),
  )
  const show = await screen.findByRole('button', { name: /Show the photo/ })
  expect(calls.filter(({ action }) => action === 'downloadEntryPhoto')).toEqual([])
  expect(screen.queryByText(/cannot be removed/)).toBeNull()
  await userEvent.setup().click(show)
  await vi.waitFor(() => expect(calls.find(({ action }) => action === 'downloadEntryPhoto')).toMatchObject({ no: 2 }))
})

test('an entry with six photos accepts no more', async () => {
  const photos = Array.from({ length: 6 }, (_, index) => entry(index + 2, { kind: 'photo', about: 1 }))
  await renderInPlant(<EntryPhotos entry={entry(1, {})} photos={photos} />, plantWith(), () => ({ user: {} }))
  await screen.findByText(/cannot be removed/)
  const add = await screen.findByRole('button', { name: 'Add a photo' })
  await vi.waitFor(() => expect(add.getAttribute('aria-description')).toBe('An entry has at most 6 photos.'))
})
