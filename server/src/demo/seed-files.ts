import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { AttachmentCategory } from '@vigilux/contract/features/attachments/attachment.ts'
import type { Product } from '../composition/product.ts'
import { type AttachmentPurpose, saveAttachment } from '../features/attachments/index.ts'
import { storeFile } from '../features/files/index.ts'
import { replacePicture } from '../features/pictures/index.ts'
import type { User } from '../kernel/caller.ts'
import { demoBuildings } from './demo-buildings.ts'
import { findDemoCaller } from './demo-caller.ts'
import { drawFloor } from './demo-floor.ts'
import type { SeededPlaces } from './seed-past.ts'

type DemoFile = { name: string; picture: string; category: AttachmentCategory }
type PlantFiles = {
  logo: string
  files?: readonly DemoFile[]
  /** Pictures used as photos of lamps, by the place of the lamps on the ground floor. */
  lamps?: readonly { picture: string; name: string; place: number }[]
}

/** All files are made for the demo; the companies are invented. */
const filesOf: Readonly<Record<string, PlantFiles>> = {
  hospital: {
    logo: 'logo-hospital.png',
    files: [
      { name: 'Dichiarazione di conformità.pdf', picture: 'certificate.pdf', category: 'certificate' },
      { name: 'Corridoio A.webp', picture: 'corridor.webp', category: 'photo' },
      { name: 'Quadro Q1.webp', picture: 'panel.webp', category: 'photo' },
    ],
    lamps: [
      { name: 'Corridoio A.webp', picture: 'corridor.webp', place: 0 },
      { name: 'Scala 1.webp', picture: 'staircase.webp', place: 2 },
    ],
  },
  hotel: {
    logo: 'logo-hotel.png',
    files: [{ name: 'Reception.webp', picture: 'lobby.webp', category: 'photo' }],
  },
  porto: { logo: 'logo-market.png' },
  sevilla: { logo: 'logo-market.png' },
}

const pictureOf = (name: string): Promise<Buffer> => readFile(new URL(`pictures/${name}`, import.meta.url))

/** Parts of the product for seeding files. */
type UploadEntry = Pick<Product, 'ports' | 'inTransaction' | 'database'>

type DemoUpload = { plantId: string; name: string; content: Buffer } & AttachmentPurpose

/** Uploads a file like a person; the usual job creates its preview. */
const send = async ({ ports, inTransaction }: UploadEntry, uploader: User, upload: DemoUpload): Promise<void> => {
  const { plantId, name, content, category, lamp } = upload
  const storeParts = { files: ports.files, inTransaction, quotaMb: ports.settings.filesQuotaMb }
  const ownerKind = lamp ? 'lampphoto' : 'attachment'
  const fileFields = { plantId, ownerKind, name, types: null, bytes: content.length, createdBy: uploader.userId }
  const fileTimes = { at: ports.clock.now(), expiresAt: null }
  await storeFile(storeParts, { ...fileFields, ...fileTimes }, Readable.from([content]), new AbortController().signal, {
    keep: (work, file) => saveAttachment({ work, caller: uploader }, file, { category, lamp }),
  })
}

const seedPlant = async (
  product: UploadEntry,
  uploader: User,
  { key, plantId, lamps }: SeededPlaces,
): Promise<void> => {
  const plantFiles = filesOf[key]
  if (!plantFiles) return
  const content = await pictureOf(plantFiles.logo)
  const logo = { id: randomUUID(), type: 'image/png', content, madeAt: product.ports.clock.now() } as const
  await product.inTransaction(({ tx }) => replacePicture(tx, { plantId }, logo))
  const building = demoBuildings[key]
  const drawing = building && Buffer.from(drawFloor(building))
  const floor = building?.floors[0]
  for (const { picture, ...file } of plantFiles.files ?? [])
    await send(product, uploader, { plantId, ...file, content: await pictureOf(picture), lamp: null })
  if (plantFiles.files && drawing && floor)
    await send(product, uploader, { plantId, name: `${floor}.svg`, content: drawing, category: 'drawing', lamp: null })
  for (const { picture, name, place } of plantFiles.lamps ?? []) {
    const lamp = lamps.find((one) => one.floor === 0 && one.place === place)
    if (lamp)
      await send(product, uploader, { plantId, name, content: await pictureOf(picture), category: 'photo', lamp })
  }
}

/** Logos, attached files and photos of the demo. */
export const seedFiles = async (product: UploadEntry, plants: readonly SeededPlaces[]): Promise<void> => {
  const { db } = product.database
  const uploader = plants.length > 0 ? await findDemoCaller(db, { name: 'installer' }) : null
  if (uploader) for (const plant of plants) await seedPlant(product, uploader, plant)
}
