import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { LampPhotos } from './LampPhotos.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const topic = 'imagined_0A1B2C'
const photo = (id: string) => ({
  id,
  name: `${id}.jpg`,
  type: 'image/jpeg',
  bytes: 3_000_000,
  category: 'photo',
  addedBy: 'Luca Bressan',
  addedAt: '2026-03-02T09:00:00.000Z',
  previewState: 'none',
  preview: null,
})
const open = (role: 'installerStaff' | 'clientOwner', photos: object[], accepted: string | null = null) =>
  renderInPlant(<LampPhotos topic={topic} addr={4} />, plantWith({ plant: { role } }), ({ action }) => {
    if (action === 'getLampPhotos') return { photos }
    if (action === 'getUserInfos') return { user: { disclaimerPhotoAccepted: accepted } }
    return action === 'uploadLampPhoto' ? refusal('FILE_QUOTA_EXCEEDED', { usedMb: 2, allowedMb: 2 }) : {}
  })
const add = () => screen.findByRole('button', { name: 'Add a photo' })
const choose = async () => {
  await waitFor(async () => expect((await add()).getAttribute('aria-disabled')).toBeNull())
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('nothing to choose a photo with')
  fireEvent.change(input, { target: { files: [new File(['a'], 'door.jpg', { type: 'image/jpeg' })] } })
}

test('a photo shows its author and time, and an editor removes it', async () => {
  const { calls } = await open('installerStaff', [photo('one')])
  expect(await screen.findByText('one.jpg')).toBeTruthy()
  expect(screen.getByText(/^Luca Bressan, /)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove one.jpg' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove file' }))
  await waitFor(() => expect(calls).toContainEqual({ action: 'deleteLampPhoto', plantId, fileId: 'one' }))
})

test('a reader sees photos, and no empty section', async () => {
  await open('clientOwner', [photo('one')])
  await screen.findByText('one.jpg')
  expect(screen.queryByRole('button', { name: 'Add a photo' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remove one.jpg' })).toBeNull()
  cleanup()
  await open('clientOwner', [])
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Photos' })).toBeNull())
})

test('the first photo needs the picture notice, and nothing is sent without it', async () => {
  const { calls } = await open('installerStaff', [])
  await choose()
  await screen.findByRole('button', { name: 'Accept and attach' })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.map(({ action }) => action).filter((name) => /^(save|upload)/.test(name))).toEqual([])
})

test('a person who accepted sees no notice, and a seventh photo is refused', async () => {
  const { calls } = await open('installerStaff', [], '2026-01-01T09:00:00.000Z')
  await choose()
  await screen.findByText('door.jpg was not attached.')
  expect(calls.map(({ action }) => action)).not.toContain('saveDisclaimerPhoto')
  expect(calls).toContainEqual({ action: 'uploadLampPhoto', plantId, topic, addr: 4, bytes: 1 })
  cleanup()
  await open(
    'installerStaff',
    Array.from({ length: 6 }, (_, at) => photo(`p${at}`)),
  )
  await screen.findByText('p5.jpg')
  expect((await add()).getAttribute('aria-description')).toBe('A lamp has at most 6 photos. Remove one first.')
})
