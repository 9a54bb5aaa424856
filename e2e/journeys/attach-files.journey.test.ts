import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attachmentLimits } from '@vigilux/contract/features/attachments/attachment.ts'
import { beforeAll, expect, it } from 'vitest'
import { createApiClient } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** The installer attaches files to a plant; its owner watches. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 2, enrolled: true, plant: 'hospital' }],
})
let installer: Person
let owner: Person
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from('%PDF-1.7 and its content')

/** The plant's logo on the same page has its own upload button. */
const fileField = () =>
  installer.page
    .locator('section')
    .filter({ has: installer.page.getByRole('heading', { name: 'Attachments' }) })
    .locator('input[type=file]')

/** Chooses a file in the browser's own dialog. */
const choose = (name: string, buffer: Buffer) =>
  fileField().setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
const listItem = ({ page }: Person, name: string) => page.getByRole('listitem').filter({ hasText: name })

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  const { plants } = await api.call('getAllPlants', { search: 'camillo' })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
  for (const { goTo, page } of [installer, owner]) {
    await goTo(`/plantgeneral/${plants[0]?.plant_id}`)
    await page.getByText('No files are attached yet.').waitFor()
  }
})

it('an attached file appears in both browsers and downloads unchanged', async () => {
  await choose('Prüfbuch 2026.pdf', pdf)
  await listItem(installer, 'Prüfbuch 2026.pdf').getByText('Certificate · 1 kB').waitFor()
  await listItem(owner, 'Prüfbuch 2026.pdf').waitFor()
  const download = owner.page.waitForEvent('download')
  await owner.page.getByRole('button', { name: 'Download Prüfbuch 2026.pdf' }).click()
  const downloaded = await download
  expect(downloaded.suggestedFilename()).toBe('Prüfbuch 2026.pdf')
  expect(readFileSync(await downloaded.path()).equals(pdf)).toBe(true)
})

it('a photo is uploaded after the picture notice is accepted and shows a thumbnail', async () => {
  const { page } = installer
  await page.getByRole('combobox', { name: 'Kind of file' }).click()
  await page.getByRole('option', { name: 'Photo' }).click()
  await choose('photo.png', png)
  const notice = page.getByRole('dialog', { name: 'Before your first photo or drawing' })
  await notice.getByRole('button', { name: 'Cancel' }).click()
  await notice.waitFor({ state: 'detached' })
  await choose('photo.png', png)
  expect(await listItem(owner, 'photo.png').count()).toBe(0)
  await notice.getByRole('button', { name: 'Accept and attach' }).click()
  const preview = listItem(owner, 'photo.png').locator('img')
  await preview.waitFor()
  const width = () => preview.evaluate((image) => ('naturalWidth' in image ? image.naturalWidth : null))
  await expect.poll(width).toBe(1)
})

it('a reader can neither add nor remove attachments', async () => {
  const { page } = owner
  await page.getByText('Only the installer administrator can add and remove files.').waitFor()
  expect(await page.getByRole('button', { name: 'Attach files' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
})

it('a file that is too large is refused before the upload', async () => {
  // From the disk, because the throttled line would take longer than an upload.
  const path = join(journey.product.config.dataDir, 'plan.dwg')
  writeFileSync(path, Buffer.alloc(attachmentLimits.bytes + 1))
  await fileField().setInputFiles(path)
  await installer.page.getByText('plan.dwg was not attached.').waitFor()
  await installer.page.getByRole('alert').filter({ hasText: 'This is too large to be sent.' }).waitFor()
})

it('an upload shows its progress and can be cancelled', async () => {
  const line = await installer.context.newCDPSession(installer.page)
  await line.send('Network.enable')
  // The line stays slow: a fast one could finish the upload before the browser learns of the end.
  const throttling = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 60_000 }
  await line.send('Network.emulateNetworkConditions', throttling)
  await choose('film.mp4', Buffer.alloc(3_000_000))
  await installer.page.getByText(/^Sending film\.mp4: [1-9]/).waitFor()
  await installer.page.getByRole('button', { name: 'Cancel' }).click()
  await installer.page.getByText(/^Sending film/).waitFor({ state: 'detached' })
  expect(await listItem(installer, 'film.mp4').count()).toBe(0)
})

it('a removed file disappears in both browsers', async () => {
  const { page } = installer
  await page.getByRole('button', { name: 'Remove photo.png' }).click()
  await page.getByRole('button', { name: 'Remove file' }).click()
  for (const person of [installer, owner]) await listItem(person, 'photo.png').waitFor({ state: 'detached' })
  await owner.page.getByText('1 of 20').waitFor()
})
