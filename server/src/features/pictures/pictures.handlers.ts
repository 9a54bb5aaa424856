import type { pictureActions } from '@vigilux/contract/features/pictures/pictures.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findPlant } from '../plants/index.ts'
import { uploadNames } from './picture-uploads.ts'
import { deletePicture } from './pictures.store.ts'

export const pictureHandlers: HandlersOf<typeof pictureActions> = {
  uploadImage: async ({ input: { bytes }, caller: { userId, sessionId, name }, tx, ports }) => {
    about(tx, { kind: 'person', id: userId, name })
    changed(tx, null, { bytes })
    const leave = { kind: uploadNames.own, of: userId, bytes, detail: '' }
    return { url: ports.fileLinks.signUpload({ ...leave, sessionId }), bytes }
  },
  removeImage: async ({ caller: { userId, name }, tx }) => {
    about(tx, { kind: 'person', id: userId, name })
    await deletePicture(tx, { userId })
    return {}
  },
  uploadLogo: async ({ input: { plantId, bytes }, caller: { sessionId }, tx, ports }) => {
    about(tx, { kind: 'plant', id: plantId, name: (await findPlant(tx, plantId)).plantname })
    changed(tx, null, { bytes })
    const leave = { kind: uploadNames.logo, of: plantId, bytes, detail: '' }
    return { url: ports.fileLinks.signUpload({ ...leave, sessionId }), bytes }
  },
  removeLogo: async ({ input: { plantId }, tx, announce }) => {
    const { plantname, version } = await findPlant(tx, plantId)
    about(tx, { kind: 'plant', id: plantId, name: plantname })
    await deletePicture(tx, { plantId })
    announce({ plant: plantId }, 'updatePlant', { plant_id: plantId, version })
    return {}
  },
}
