import type { UseFormReturnType } from '@mantine/form'

/** A field different from the opened or last saved value: its path and current value. */
export type ChangedField = readonly [path: string, value: unknown]

function changedIn(value: unknown, path: string, isDirty: (path: string) => boolean): ChangedField[] {
  // A list is one field, because added or removed rows cannot be matched.
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return Object.entries(value).flatMap(([key, member]) => changedIn(member, `${path}.${key}`, isDirty))
  return isDirty(path) ? [[path, value]] : []
}

/** The changed fields since opening or the last save: nested objects field by field, lists as a whole. */
export function changedFields<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>): ChangedField[] {
  return Object.entries(form.getValues()).flatMap(([key, value]) => changedIn(value, key, (at) => form.isDirty(at)))
}

export function changesIn<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>): number {
  return changedFields(form).length
}
