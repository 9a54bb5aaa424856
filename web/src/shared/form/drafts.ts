import type { ChangedField } from './changes.ts'

/**
 * Drafts of input at an unexpected sign-out. Stored per person and page in this tab only, until restored, discarded or
 * saved, or until the person signs out deliberately.
 */

const prefix = 'vigilux.draft.'

/** Secrets are never stored in a draft and must be typed again. */
const secret = /password|confirmation|^current$|^code$/i

export type DraftKey = { userId: string; path: string; form: string }

const keyOf = ({ userId, path, form }: DraftKey): string => `${prefix}${userId}.${path}.${form}`

const draftKeys = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))

export function saveDraft(place: DraftKey, fields: readonly ChangedField[]): void {
  const savableFields = fields.filter(([path]) => !secret.test(path))
  if (savableFields.length > 0) sessionStorage.setItem(keyOf(place), JSON.stringify(savableFields))
}

/** This person's draft of this place. A draft of another person in this tab is deleted. */
export function findDraft(place: DraftKey): readonly ChangedField[] | undefined {
  for (const key of draftKeys()) if (!key.startsWith(`${prefix}${place.userId}.`)) sessionStorage.removeItem(key)
  try {
    const storedDraft: unknown = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null')
    return Array.isArray(storedDraft) ? storedDraft : undefined
  } catch {
    return undefined // written by another release
  }
}

export function deleteDraft(place: DraftKey): void {
  sessionStorage.removeItem(keyOf(place))
}

export function deleteAllDrafts(): void {
  for (const key of draftKeys()) sessionStorage.removeItem(key)
}
