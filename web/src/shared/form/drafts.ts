import type { ChangedField } from './changes.ts'

/**
 * What somebody had typed when they were signed out without asking for it. Kept for that person and page in this tab
 * alone, until it is taken back, discarded or saved, or until they sign out by themselves.
 */

const prefix = 'vigilux.draft.'

/** A secret is typed again, whatever form it stood in. */
const secret = /password|confirmation|^current$|^code$/i

export type DraftKey = { userId: string; path: string; form: string }

const keyOf = ({ userId, path, form }: DraftKey): string => `${prefix}${userId}.${path}.${form}`

const draftKeys = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))

export function saveDraft(place: DraftKey, fields: readonly ChangedField[]): void {
  const told = fields.filter(([path]) => !secret.test(path))
  if (told.length > 0) sessionStorage.setItem(keyOf(place), JSON.stringify(told))
}

/** What was kept for this person here. What another person left in this tab is dropped. */
export function findDraft(place: DraftKey): readonly ChangedField[] | undefined {
  for (const key of draftKeys()) if (!key.startsWith(`${prefix}${place.userId}.`)) sessionStorage.removeItem(key)
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null')
    return Array.isArray(kept) ? kept : undefined
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
