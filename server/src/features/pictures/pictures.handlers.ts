import type { pictureActions } from '@vigilux/contract/features/pictures/pictures.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findPlant } from '../plants/index.ts'
import { uploadNames } from './picture-uploads.ts'
import { deletePicture } from './pictures.store.ts'

export const pictureHandlers: HandlersOf<typeof pictureActions> = {
  uploadImage: async ({ work, input: { bytes }, caller: { userId, sessionId, name } }) => {
    work.audit.target({ kind: 'person', id: userId, name })
    work.audit.diff(null, { bytes })
    const grant = { kind: uploadNames.own, of: userId, bytes, detail: '' }
    return { url: work.ports.fileLinks.signUpload({ ...grant, sessionId }), bytes }
  },
  removeImage: async ({ work, caller: { userId, name } }) => {
    work.audit.target({ kind: 'person', id: userId, name })
    await deletePicture(work.tx, { userId })
    return {}
  },
  uploadLogo: async ({ work, input: { plantId, bytes }, caller: { sessionId } }) => {
    work.audit.target({ kind: 'plant', id: plantId, name: (await findPlant(work.tx, plantId)).plantname })
    work.audit.diff(null, { bytes })
    const grant = { kind: uploadNames.logo, of: plantId, bytes, detail: '' }
    return { url: work.ports.fileLinks.signUpload({ ...grant, sessionId }), bytes }
  },
  removeLogo: async ({ work, input: { plantId } }) => {
    const { plantname, version } = await findPlant(work.tx, plantId)
    work.audit.target({ kind: 'plant', id: plantId, name: plantname })
    await deletePicture(work.tx, { plantId })
    work.broadcast({ plant: plantId }, 'updatePlant', { plant_id: plantId, version })
    return {}
  },
}
