import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { plantId } from '../../kernel/primitives.ts'
import { uploadLink } from '../files/file.ts'
import { pictureLimits } from './picture.ts'

const bytes = z.int().min(1, { error: 'empty_file' }).max(pictureLimits.bytes, { error: 'file_too_large' })

/** The caller's picture and the logos of plants. */
export const pictureActions = defineActions({
  /** Starts an upload of a JPEG, PNG or WebP as the caller's own picture; it replaces the previous one. */
  uploadImage: {
    permission: 'signedIn',
    input: z.strictObject({ bytes }),
    output: uploadLink,
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /** Removes the caller's own picture, if any. */
  removeImage: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({}),
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /**
   * Starts an upload of one JPEG, PNG or WebP of the given bytes as the logo of a plant. The logo appears on its pages
   * and documents, and replaces the previous one.
   */
  uploadLogo: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, bytes }),
    output: uploadLink,
    errors: [],
    effect: 'write',
    program: 'configure',
    about: 'plant',
  },
  /** Removes the logo of a plant, if any. */
  removeLogo: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId }),
    output: z.object({}),
    errors: [],
    effect: 'write',
    about: 'plant',
  },
})

export const pictureErrors = defineErrors({
  /** The file starts like a picture, but is corrupt or has too many pixels. */
  PICTURE_UNREADABLE: 400,
})
