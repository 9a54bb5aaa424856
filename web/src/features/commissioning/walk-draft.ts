import { z } from 'zod'
import { useDeviceState } from '../../shared/session/device-state.ts'

const texts = { description: z.string(), location: z.string() }

/** Unsaved input and its lamp. */
const draft = z.object({ lamp: z.string(), place: z.object({ ...texts, roomId: z.string().nullable() }) }).nullable()
export type Draft = z.infer<typeof draft>

const read = (found: unknown): Draft => draft.catch(null).parse(found)
const isNothing = (draft: Draft): boolean => draft === null

/** Stores input of a walk on this device, because a phone may die in the middle of a word. */
export const useWalkDraft = (walkId: string) => useDeviceState({ name: ['places', walkId], read, isNothing })
