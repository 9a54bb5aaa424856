import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { plantId } from '../../kernel/primitives.ts'
import { uploadLink } from '../files/file.ts'
import { pictureLimits } from './picture.ts'

const bytes = z.int().min(1, { error: 'empty_file' }).max(pictureLimits.bytes, { error: 'file_too_large' })

export const pictureActions = defineActions({
  /** Gives leave to send one picture of so many bytes, JPEG, PNG or WebP, as the caller's own; it replaces the one before. */
  uploadImage: {
    permission: 'signedIn',
    input: z.strictObject({ bytes }),
    output: uploadLink,
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /** Removes the caller's own picture; nothing where there is none. */
  removeImage: {
    permission: 'account',
    input: z.strictObject({}),
    output: z.object({}),
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /**
   * Gives leave to send one picture of so many bytes, JPEG, PNG or WebP, as the logo of a plant, which stands on its pages and papers;
   * it replaces the one before.
   */
  uploadLogo: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, bytes }),
    output: uploadLink,
    errors: [],
    effect: 'write',
    about: 'plant',
  },
  /** Removes the logo of a plant; nothing where there is none. */
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
  /** What was sent begins as a picture, but is broken or has too many pixels. */
  PICTURE_UNREADABLE: 400,
})
